import { fail } from '@holdfast/contract';
import type { MemberId } from '@holdfast/kernel';
import type { Database } from '#platform/db/db.ts';
import type { Guards } from '#platform/gateway/pipeline.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { countTry, forgetTries, giveTryBack } from './transaction-code.store.ts';

export const SECRET_TRIES_MAX = 5;

/** Work for one key after the other, in the order in which it came. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}

/** The guard "transaction secret": five wrong tries in a row lock it until it is set anew. */
export function secretGuard({
  db,
  passwords,
}: {
  db: Database;
  passwords: Passwords;
}): Guards['verifySecret'] {
  // A try counts before its compare, so six right ones that overlap would look like five wrong ones to the sixth.
  const inTurn = createTurns();

  async function compare(memberId: MemberId, secret: string): Promise<void> {
    const counted = await countTry(db, { memberId, triesMax: SECRET_TRIES_MAX });
    if (!counted) throw fail('TRANSACTION_SECRET_LOCKED');
    // A queue that is full compares nothing: a flood of sign-ins must not lock anybody's secret.
    const isRight = await passwords.verify(counted.hash, secret).catch(async (error: unknown) => {
      await giveTryBack(db, memberId);
      throw error;
    });
    if (isRight) return forgetTries(db, memberId);
    const triesLeft = SECRET_TRIES_MAX - counted.tries;
    throw triesLeft > 0 ? fail('TRANSACTION_SECRET_WRONG', { triesLeft }) : fail('TRANSACTION_SECRET_LOCKED');
  }

  return async ({ memberId }, secret) => {
    if (secret === undefined || secret === '' || secret.length > 64)
      throw fail('PARAMETERS_INVALID', { fields: ['transpass'] });
    await inTurn(memberId, () => compare(memberId, secret));
  };
}
