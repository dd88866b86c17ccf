import { hash, verify } from '@node-rs/argon2';
import { appError } from '@holdfast/contract/errors';
import { createFairQueue, OVERLOADED_SECONDS } from '#platform/queues/fair-queue.ts';
import { createRests } from '#platform/queues/pace.ts';
import { readSettings, settingsOf } from './hash-settings.ts';
import { createHashThread, type HashThread, type PasswordCost } from './hash-thread.ts';

export type { PasswordCost };

/** OWASP's current parameters for argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/**
 * Hashes at once, and those that wait. Those of signed-in members never wait for those of anybody else: two threads stand ready for them, and
 * the one that hashes for whoever asks yields to them. Whoever asks waits before the call itself (`isCostly`), so this queue of theirs is never
 * full.
 */
const QUEUES = { members: { running: 2, waiting: 100 }, anyone: { running: 1, waiting: 200 } };
/**
 * The thread that hashes for whoever asks takes a third of a core. Its lower priority is not enough: the system compares it with the rest of this
 * process, and not with the database's, and an idle core that it takes is missed in the many short turns of a command.
 */
const RESTS = 2;

export interface Passwords {
  hash(secret: string): Promise<string>;
  /** Whether `secret` matches the `stored` hash. With `undefined` it does the same work and returns false. */
  verify(stored: string | undefined, secret: string): Promise<boolean>;
  /**
   * Hashes under the settings of a hash that only the database knows, which compares the two. `settings`: its parameters and salt, all but the
   * hash itself. With `undefined` it does the same work, and answers what is nobody's.
   */
  prove(settings: string | undefined, secret: string): Promise<string>;
}

/** One hasher over two queues: who hashes for whoever asks cannot hold up what signed-in members do with their money. */
export interface PasswordQueues {
  readonly members: Passwords;
  readonly anyone: Passwords;
  /** Ends the thread of `anyone`. An idle one does not keep the process alive anyway. */
  close(): Promise<void>;
}

export interface PasswordParts {
  readonly cost?: PasswordCost | undefined;
  /** Hears of each hash before it is computed. */
  readonly onHash?: (queue: keyof typeof QUEUES) => void;
}

/** Creates the password hasher: argon2id with the server's pepper as its keyed secret, bounded in concurrency. */
export async function createPasswords(
  pepper: Buffer,
  { cost = COST, onHash = () => {} }: PasswordParts = {},
): Promise<PasswordQueues> {
  const options = { ...cost, secret: pepper };
  // For an account that does not exist the comparison runs against this hash, so that it takes the same work.
  const dummyHash = await hash('nobody has this password', options);

  function inQueue(name: keyof typeof QUEUES, hasher: Omit<HashThread, 'close'>): Passwords {
    const queue = createFairQueue({
      ...QUEUES[name],
      full: () => appError('OVERLOADED', { seconds: OVERLOADED_SECONDS }),
    });
    const run = <T>(work: () => Promise<T>) =>
      queue.run(() => {
        onHash(name);
        return work();
      });
    return {
      hash: (secret) => run(() => hasher.hash(secret)),
      verify: (stored, secret) =>
        run(async () => (await hasher.verify(stored ?? dummyHash, secret)) && stored !== undefined),
      prove: (settings, secret) => run(() => hasher.hash(secret, settings ?? settingsOf(dummyHash))),
    };
  }
  const thread = createHashThread({ ...cost, pepper });
  const rests = createRests(RESTS);
  const resting = {
    hash: (secret: string, settings?: string) => rests(() => thread.hash(secret, settings)),
    verify: (stored: string, secret: string) => rests(() => thread.verify(stored, secret)),
  };
  const here = {
    hash: (secret: string, settings?: string) => hash(secret, { ...options, ...readSettings(settings) }),
    verify: (stored: string, secret: string) => verify(stored, secret, { secret: pepper }),
  };
  return {
    members: inQueue('members', here),
    anyone: inQueue('anyone', resting),
    close: () => thread.close(),
  };
}
