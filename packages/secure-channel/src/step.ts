import { assert } from '@holdfast/kernel';

/**
 * The composition is written once although node:crypto answers at once and WebCrypto answers later. A step is a generator that
 * hands out whatever a primitive returned and is given the settled value back; two small drivers run it. The alternatives were
 * worse: async everywhere costs the server a dozen microtask turns per request, and two copies of a protocol drift apart.
 */
export type Step<T> = Generator<unknown, T, unknown>;
export type MaybePromise<T> = T | Promise<T>;

/** Waits for one primitive inside a step: `const tag = yield* settled(key.sign(message))`. */
export function* settled<T>(value: MaybePromise<T>): Step<T> {
  return value instanceof Promise ? ((yield value) as T) : value;
}

/** Runs a step over primitives that answer at once. A promise here is a wrong set of primitives, hence a bug. */
export function runSync<T>(step: Step<T>): T {
  let turn = step.next();
  while (!turn.done) {
    assert(!(turn.value instanceof Promise), 'an asynchronous primitive was used in a synchronous step');
    turn = step.next(turn.value);
  }
  return turn.value;
}

/** Runs a step over primitives of which some or all return promises. */
export async function runAsync<T>(step: Step<T>): Promise<T> {
  let turn = step.next();
  while (!turn.done) {
    const yielded = turn.value;
    if (!(yielded instanceof Promise)) {
      turn = step.next(yielded);
      continue;
    }
    let value: unknown;
    try {
      value = await yielded;
    } catch (error) {
      // Thrown into the step, so that its own `finally` still wipes what it holds.
      turn = step.throw(error);
      continue;
    }
    turn = step.next(value);
  }
  return turn.value;
}
