import type { CallInput } from '@holdfast/contract/calls';
import type { Handler, MemberPreparation } from '#platform/gateway/call-table.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import { checkSecret, STEP_UP, type SecretParts } from './verify-secret.ts';

const STEP_UP_MINUTES = 5;

/** Before the transaction, so that a wrong try stays counted whatever becomes of the call. */
export const trySecret =
  ({ passwords }: Pick<SecretParts, 'passwords'>) =>
  ({ db, session }: MemberPreparation, { secret }: CallInput<'/member/transpass/verify'>) =>
    checkSecret({ db, passwords }, session.memberId, secret);

/** The secret becomes a ticket, so that a screen with two steps asks it once. */
export const verifyStepUp: Handler<'/member/transpass/verify'> = async ({ tx, now, session, deviceHash }) => {
  const ticket = await issueTicket(tx, {
    purpose: STEP_UP,
    subject: session.id,
    deviceHash,
    minutes: STEP_UP_MINUTES,
  });
  return { ticket, until: new Date(now.getTime() + STEP_UP_MINUTES * 60_000).toISOString() };
};
