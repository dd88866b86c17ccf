import { fail } from '@holdfast/contract/errors';
import { isStepUpTicket } from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';
import type { Database } from '#platform/db/db.ts';
import type { Guards } from '#platform/gateway/pipeline.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { readTicket, redeemTicket } from '#platform/tickets/tickets.store.ts';
import { clearTries, countTry, uncountTry } from './transaction-secret.store.ts';

export const SECRET_TRIES_MAX = 5;
/** The purpose of a step-up ticket: it replaces the secret in one call of the session that is its subject. */
export const STEP_UP = 'step-up';

export interface SecretGuardParts {
  readonly db: Database;
  readonly passwords: Passwords;
}

/** Creates a queue per key: work for one key runs one after the other, in the order of its arrival. */
function createKeyedQueue() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const run = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, run);
    try {
      return await run;
    } finally {
      if (last.get(key) === run) last.delete(key);
    }
  };
}

// A try is counted before the comparison, so without the queue six concurrent right ones would look like five wrong ones to the sixth.
const enqueue = createKeyedQueue();

async function compare(
  { db, passwords }: SecretGuardParts,
  memberId: MemberId,
  secret: string,
): Promise<void> {
  const counted = await countTry(db, { memberId, triesMax: SECRET_TRIES_MAX });
  if (!counted) throw fail('TRANSACTION_SECRET_LOCKED');
  if (counted.hash === null) throw fail('TRANSACTION_SECRET_MISSING');
  // When the hashing queue is full nothing is compared: a flood of sign-ins must not block a member's secret.
  const isRight = await passwords.verify(counted.hash, secret).catch(async (error: unknown) => {
    await uncountTry(db, memberId);
    throw error;
  });
  if (isRight) return clearTries(db, memberId);
  const triesLeft = SECRET_TRIES_MAX - counted.tries;
  throw triesLeft > 0 ? fail('TRANSACTION_SECRET_WRONG', { triesLeft }) : fail('TRANSACTION_SECRET_LOCKED');
}

/** Throws unless `secret` is the member's. After five wrong tries in a row, over all nodes, it must be set anew. */
export async function checkSecret(
  parts: SecretGuardParts,
  memberId: MemberId,
  secret: string,
): Promise<void> {
  await enqueue(memberId, () => compare(parts, memberId, secret));
}

/** The guard "transaction secret": the secret itself, or a step-up ticket that is redeemed in the call's transaction. */
export function secretGuard(parts: SecretGuardParts): Pick<Guards, 'verifySecret' | 'redeemStepUp'> {
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
