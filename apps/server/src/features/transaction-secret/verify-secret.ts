import { fail } from '@holdfast/contract/errors';
import { isStepUpTicket } from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';
import type { Database } from '#platform/db/db.ts';
import type { Guards } from '#platform/gateway/pipeline.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { readTicket, redeemTicket } from '#platform/tickets/tickets.store.ts';
import { countTry, forgetTries, giveTryBack } from './transaction-secret.store.ts';

export const SECRET_TRIES_MAX = 5;
/** A ticket with this purpose and a session as its subject stands for the secret in one call of that session. */
export const STEP_UP = 'step-up';

export interface SecretParts {
  readonly db: Database;
  readonly passwords: Passwords;
}

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

// A try counts before its compare, so six right ones that overlap would look like five wrong ones to the sixth.
const inTurn = createTurns();

async function compare({ db, passwords }: SecretParts, memberId: MemberId, secret: string): Promise<void> {
  const counted = await countTry(db, { memberId, triesMax: SECRET_TRIES_MAX });
  if (!counted) throw fail('TRANSACTION_SECRET_LOCKED');
  if (counted.hash === null) throw fail('TRANSACTION_SECRET_MISSING');
  // A queue that is full compares nothing: a flood of sign-ins must not lock anybody's secret.
  const isRight = await passwords.verify(counted.hash, secret).catch(async (error: unknown) => {
    await giveTryBack(db, memberId);
    throw error;
  });
  if (isRight) return forgetTries(db, memberId);
  const triesLeft = SECRET_TRIES_MAX - counted.tries;
  throw triesLeft > 0 ? fail('TRANSACTION_SECRET_WRONG', { triesLeft }) : fail('TRANSACTION_SECRET_LOCKED');
}

/** Throws unless `secret` is the member's. Five wrong tries in a row lock it, on all nodes together, until it is set anew. */
export async function checkSecret(parts: SecretParts, memberId: MemberId, secret: string): Promise<void> {
  await inTurn(memberId, () => compare(parts, memberId, secret));
}

/** The guard "transaction secret": the secret itself, or a step-up ticket that the call uses up with its transaction. */
export function secretGuard(parts: SecretParts): Pick<Guards, 'verifySecret' | 'redeemStepUp'> {
  return {
    async verifySecret({ id, memberId }, secret, deviceHash) {
      if (secret === undefined || secret === '' || secret.length > 64)
        throw fail('PARAMETERS_INVALID', { fields: ['transpass'] });
      if (!isStepUpTicket(secret)) return checkSecret(parts, memberId, secret);
      const ticket = await readTicket(parts.db, secret, { purpose: STEP_UP, deviceHash });
      if (ticket?.subject !== id) throw fail('TICKET_INVALID');
    },
    async redeemStepUp(tx, { id }, secret, deviceHash) {
      if (secret === undefined || !isStepUpTicket(secret)) return;
      const ticket = await redeemTicket(tx, secret, { purpose: STEP_UP, deviceHash });
      if (ticket?.subject !== id) throw fail('TICKET_INVALID');
    },
  };
}
