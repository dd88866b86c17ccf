/** A violated assumption of our own code. Never caught, never shown: it aborts the call and is reported as a bug. */
export class BugError extends Error {
  override readonly name = 'BugError';
}

/** Throws a BugError unless `condition` holds. For assumptions about our own code, never for input. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new BugError(message);
}

/** Returns the value; throws a BugError if it is missing. For look-ups that cannot miss. */
export function defined<T>(value: T | null | undefined, message: string): T {
  assert(value !== null && value !== undefined, message);
  return value;
}

/** Makes a `switch` over a union exhaustive: a new member of the union is a type error at the call. */
export function unreachable(value: never): never {
  throw new BugError(`unreachable: ${String(value)}`);
}
