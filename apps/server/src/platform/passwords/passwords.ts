import { hash, verify } from '@node-rs/argon2';
import { fail } from '@holdfast/contract/errors';

/** Parameters of argon2id; `memoryCost` in KiB. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP's current parameters for argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Two hashes at once fill two cores. A full queue is about a second of waiting; more is refused (load shedding). */
const CONCURRENCY = 2;
const QUEUE_MAX = 100;

export interface Passwords {
  hash(secret: string): Promise<string>;
  /** Whether `secret` matches the `stored` hash. With `undefined` it does the same work and returns false. */
  verify(stored: string | undefined, secret: string): Promise<boolean>;
}

/** Creates the password hasher: argon2id with the server's pepper as its keyed secret, bounded in concurrency. */
export async function createPasswords(pepper: Buffer, cost: PasswordCost = COST): Promise<Passwords> {
  let running = 0;
  const queue: (() => void)[] = [];

  async function bounded<T>(work: () => Promise<T>): Promise<T> {
    if (running >= CONCURRENCY) {
      if (queue.length >= QUEUE_MAX) throw fail('RATE_LIMITED', { seconds: 1 });
      // A finished hash hands its slot to the first in the queue, so that no newcomer can take it.
      await new Promise<void>((go) => queue.push(go));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  }

  const options = { ...cost, secret: pepper };
  // For an account that does not exist the comparison runs against this hash, so that it takes the same work.
  const dummyHash = await hash('nobody has this password', options);
  return {
    hash: (secret) => bounded(() => hash(secret, options)),
    verify: (stored, secret) =>
      bounded(
        async () => (await verify(stored ?? dummyHash, secret, { secret: pepper })) && stored !== undefined,
      ),
  };
}
