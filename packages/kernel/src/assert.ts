/** A broken assumption of our own. Never caught, never shown: it aborts what is under way and is reported as a bug. */
export class BugError extends Error {
  override readonly name = 'BugError';
}

/** Crashes with `message` unless `condition` holds. For what we believe about our own code, never for input. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new BugError(message);
}

/** The value, or a crash: for look-ups that cannot miss. */
export function defined<T>(value: T | null | undefined, message: string): T {
  assert(value !== null && value !== undefined, message);
  return value;
}

/** Closes a `switch` over a union: a new member of the union becomes a type error at the call. */
export function unreachable(value: never): never {
  throw new BugError(`unreachable: ${String(value)}`);
}
