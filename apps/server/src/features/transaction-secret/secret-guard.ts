import { fail } from '@holdfast/contract/errors';
import { isStepUpTicket } from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';
import type { Database } from '#platform/db/db.ts';
import type { GivenSecret } from '#platform/gateway/call-table.ts';
import { createKeyedQueues, ONE_AT_A_TIME } from '#platform/queues/fair-queue.ts';
import type { Guards } from '#platform/gateway/guards.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { readTicket, redeemTicket } from '#platform/tickets/tickets.store.ts';
import { createRightSecrets, type RightSecrets } from './remember-right-secrets.ts';
import { clearTries, countTry, refuseTry, uncountTry } from './transaction-secret.store.ts';

export const SECRET_TRIES_MAX = 5;
/** The purpose of a step-up ticket: it replaces the secret in one call of the session that is its subject. */
export const STEP_UP = 'step-up';

export interface SecretGuardParts {
  readonly db: Database;
  readonly passwords: Pick<Passwords, 'verify'>;
}

// A try is counted before the comparison, so without the queue six concurrent right ones would look like five wrong ones to the sixth.
const enqueue = createKeyedQueues(ONE_AT_A_TIME);

const wrong = (tries: number): never =>
  tries < SECRET_TRIES_MAX
    ? fail('TRANSACTION_SECRET_WRONG', { triesLeft: SECRET_TRIES_MAX - tries })
    : fail('TRANSACTION_SECRET_LOCKED');

interface ComparingParts extends SecretGuardParts {
  /** Absent: no secret is known again. */
  readonly right?: RightSecrets;
}

async function compare(
  { db, passwords, right }: ComparingParts,
  memberId: MemberId,
  { rid, value, hmac: proofHmac }: GivenSecret,
): Promise<void> {
  const attempt = { memberId, rid, proofHmac };
  const knownHash = right?.recall(memberId, value);
  const { hash, tries, isRefused, isKnown } = await countTry(db, attempt, {
    triesMax: SECRET_TRIES_MAX,
    knownHash,
  });
  if (knownHash !== undefined && isKnown) return;
  if (hash === null) throw fail('TRANSACTION_SECRET_MISSING');
  if (tries === null) throw fail('TRANSACTION_SECRET_LOCKED');
  if (isRefused) throw wrong(tries);
  const hashIt = () =>
    passwords.verify(hash, value).catch(async (error: unknown) => {
      // Where the right one is known, this is another one. Uncounted it could be guessed while the hashing queue is full.
      if (right?.isKnownFor(memberId, hash)) return false;
      // Else nothing is compared when the queue is full: a flood of sign-ins must not block a member's secret.
      await uncountTry(db, attempt);
      throw error;
    });
  if (hash !== knownHash) {
    if (!(await hashIt())) {
      await refuseTry(db, attempt);
      throw wrong(tries);
    }
    right?.remember(memberId, value, hash);
  }
  await clearTries(db, attempt);
}

/**
 * Throws unless the secret is the member's. After five wrong tries in a row, over all nodes, it must be set anew. The same secret tried
 * again by the same command is the same try.
 */
export async function checkSecret(
  parts: ComparingParts,
  memberId: MemberId,
  secret: GivenSecret,
): Promise<void> {
  await enqueue(memberId, () => compare(parts, memberId, secret));
}

/** The guard "transaction secret": the secret itself, or a step-up ticket that is redeemed in the call's transaction. */
export function secretGuard({
  db,
  passwords,
}: SecretGuardParts): Pick<Guards, 'verifySecret' | 'redeemStepUp'> {
  const parts = { db, passwords, right: createRightSecrets() };
  return {
    async verifySecret({ id, memberId }, secret, deviceHash) {
      const { value } = secret;
      if (value === '' || value.length > 64) throw fail('PARAMETERS_INVALID', { fields: ['transpass'] });
      if (!isStepUpTicket(value)) return checkSecret(parts, memberId, secret);
      const ticket = await readTicket(parts.db, value, { purpose: STEP_UP, deviceHash });
      if (ticket?.subject !== id) throw fail('TICKET_INVALID');
    },
    async redeemStepUp(tx, { id }, secret, deviceHash) {
      if (secret === undefined || !isStepUpTicket(secret)) return;
      const ticket = await redeemTicket(tx, secret, { purpose: STEP_UP, deviceHash });
      if (ticket?.subject !== id) throw fail('TICKET_INVALID');
    },
  };
}
