import type { CallInput } from '@holdfast/contract/calls';
import type { Handler, MemberPreparation } from '#platform/gateway/call-table.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import { checkSecret, STEP_UP, type SecretGuardParts } from './secret-guard.ts';

const STEP_UP_MINUTES = 5;

/** Runs before the transaction, so that a wrong try stays counted even if the call fails. */
export const prepareStepUp =
  ({ passwords }: Pick<SecretGuardParts, 'passwords'>) =>
  ({ db, session, given }: MemberPreparation, { secret }: CallInput<'/member/transpass/verify'>) =>
    checkSecret({ db, passwords }, session.memberId, given(secret));

/** Exchanges the secret for a step-up ticket, so that a screen with two steps asks for it once. */
export const verifyStepUp: Handler<'/member/transpass/verify'> = async ({ tx, now, session, deviceHash }) => {
  const ticket = await issueTicket(tx, {
    purpose: STEP_UP,
    subject: session.id,
    deviceHash,
    minutes: STEP_UP_MINUTES,
  });
  return { ticket, until: new Date(now.getTime() + STEP_UP_MINUTES * 60_000).toISOString() };
};
