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
import { clearTries, countTry, isStillTheSecret, refuseTry, uncountTry } from './transaction-secret.store.ts';

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

/** `known`: the stored hash that this very secret was right for a few minutes ago. */
async function compare(
  { db, passwords }: SecretGuardParts,
  memberId: MemberId,
  { rid, value, hmac: proofHmac }: GivenSecret,
  known?: string,
): Promise<{ readonly stored: string }> {
  const attempt = { memberId, rid, proofHmac };
  const { hash, tries, isRefused } = await countTry(db, attempt, SECRET_TRIES_MAX);
  if (hash === null) throw fail('TRANSACTION_SECRET_MISSING');
  if (tries === null) throw fail('TRANSACTION_SECRET_LOCKED');
  if (isRefused) throw wrong(tries);
  // When the hashing queue is full nothing is compared: a flood of sign-ins must not block a member's secret.
  const verify = () =>
    passwords.verify(hash, value).catch(async (error: unknown) => {
      await uncountTry(db, attempt);
      throw error;
    });
  if (hash !== known && !(await verify())) {
    await refuseTry(db, attempt);
    throw wrong(tries);
  }
  await clearTries(db, attempt);
  return { stored: hash };
}

/**
 * Throws unless the secret is the member's. After five wrong tries in a row, over all nodes, it must be set anew. The same secret tried
 * again by the same command is the same try.
 */
export async function checkSecret(
  parts: SecretGuardParts,
  memberId: MemberId,
  secret: GivenSecret,
): Promise<void> {
  await enqueue(memberId, () => compare(parts, memberId, secret));
}

/** The same, but a secret that was right a few minutes ago is known again. It is not counted as a try unless others are counted. */
async function checkAgain(
  parts: SecretGuardParts & { readonly right: RightSecrets },
  memberId: MemberId,
  secret: GivenSecret,
): Promise<void> {
  const known = parts.right.recall(memberId, secret.value);
  if (known !== undefined && (await isStillTheSecret(parts.db, memberId, known))) return;
  const { stored } = await enqueue(memberId, () => compare(parts, memberId, secret, known));
  if (stored !== known) parts.right.remember(memberId, secret.value, stored);
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
      if (!isStepUpTicket(value)) return checkAgain(parts, memberId, secret);
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
