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
/** Two hashes at once fill two cores; a queue of this length is about a second of waiting, more is shed. */
const AT_ONCE = 2;
const WAITING_MAX = 100;

export interface Passwords {
  hash(secret: string): Promise<string>;
  /** Whether `secret` is the one behind `stored`; with `undefined` the same work is done and the answer is no. */
  verify(stored: string | undefined, secret: string): Promise<boolean>;
}

/** Hashing bounded in concurrency, with the server's pepper as argon2's keyed secret. */
export async function createPasswords(pepper: Buffer, cost: PasswordCost = COST): Promise<Passwords> {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function bounded<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING_MAX) throw fail('RATE_LIMITED', { seconds: 1 });
      // Whoever leaves hands its place over, so nobody who comes in between can take it.
      await new Promise<void>((go) => waiting.push(go));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  const options = { ...cost, secret: pepper };
  // An account that does not exist costs the same as a wrong password: its secret is compared with this one.
  const nobody = await hash('nobody has this password', options);
  return {
    hash: (secret) => bounded(() => hash(secret, options)),
    verify: (stored, secret) =>
      bounded(
        async () => (await verify(stored ?? nobody, secret, { secret: pepper })) && stored !== undefined,
      ),
  };
}
