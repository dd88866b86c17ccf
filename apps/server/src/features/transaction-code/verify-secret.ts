import { fail } from '@holdfast/contract';
import type { Database } from '#platform/db/db.ts';
import type { Guards } from '#platform/gateway/pipeline.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { countTry, forgetTries, giveTryBack } from './transaction-code.store.ts';

export const SECRET_TRIES_MAX = 5;

/** The guard "transaction secret": five wrong tries in a row lock it until it is set anew. */
export function secretGuard({
  db,
  passwords,
}: {
  db: Database;
  passwords: Passwords;
}): Guards['verifySecret'] {
  return async (session, secret) => {
    if (secret === undefined || secret === '' || secret.length > 64)
      throw fail('PARAMETERS_INVALID', { fields: ['transpass'] });
    const counted = await countTry(db, { memberId: session.memberId, triesMax: SECRET_TRIES_MAX });
    if (!counted) throw fail('TRANSACTION_SECRET_LOCKED');
    // A queue that is full compares nothing: a flood of sign-ins must not lock anybody's secret.
    const isRight = await passwords.verify(counted.hash, secret).catch(async (error: unknown) => {
      await giveTryBack(db, session.memberId);
      throw error;
    });
    if (isRight) {
      await forgetTries(db, session.memberId);
      return;
    }
    const triesLeft = SECRET_TRIES_MAX - counted.tries;
    throw triesLeft > 0 ? fail('TRANSACTION_SECRET_WRONG', { triesLeft }) : fail('TRANSACTION_SECRET_LOCKED');
  };
}
