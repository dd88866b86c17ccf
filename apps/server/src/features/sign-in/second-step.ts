import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { compareCode, hasAuthenticator, takeCode, type ShownCode } from '#features/authenticator/index.ts';
import { announce } from '#features/notifications/index.ts';
import type { Database, Tx } from '#platform/db/db.ts';
import type { AnyoneContext, Preparation } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import { issueTicket, readTicket, redeemTicket } from '#platform/tickets/tickets.store.ts';
import type { Login } from './session.store.ts';
import { deleteAttempt } from './sign-in-attempt.store.ts';

/**
 * The second step of a sign-in: a code of the member's authenticator. It is asked for after the right password alone, by a ticket for this
 * device; a wrong code counts like a wrong password, so the limits of guessing at one account hold for both together.
 */

const STEP = 'sign-in-step';
const STEP_MINUTES = 10;

/** What was shown besides a right password. */
export type SecondStep =
  | { readonly kind: 'none' | 'asked' | 'wrong' }
  | { readonly kind: 'shown'; readonly code: ShownCode };

type Input = CallInput<'/member/login'>;

/** Before anything is hashed: a code without the ticket of its step is compared with nothing. */
export async function assertStep(
  { db, deviceHash }: Pick<Preparation, 'db' | 'deviceHash'>,
  { account, step, code }: Input,
): Promise<void> {
  if ((step === undefined) !== (code === undefined))
    throw fail('PARAMETERS_INVALID', { fields: ['step', 'code'] });
  if (step === undefined) return;
  const ticket = await readTicket(db, step, { purpose: STEP, deviceHash });
  if (ticket?.subject !== account) throw fail('TICKET_INVALID');
}

/** Compares the code that was given besides a right password, if the member has an authenticator. */
export async function compareSecondStep(
  db: Database,
  { id: memberId }: Login,
  typed: string | undefined,
): Promise<SecondStep> {
  if (!(await hasAuthenticator(db, memberId))) return { kind: 'none' };
  if (typed === undefined) return { kind: 'asked' };
  const code = await compareCode(db, { memberId, typed, asker: 'sign-in' });
  return code ? { kind: 'shown', code } : { kind: 'wrong' };
}

/** Asks for a code. The try stays in the history until the sign-in is done: that somebody has the right password is what its member must see. */
export async function askSecondStep(
  { tx, deviceHash }: AnyoneContext,
  { account }: Login,
  historyId: string | undefined,
): Promise<{ step: string }> {
  const ticket = { purpose: STEP, subject: account, deviceHash, minutes: STEP_MINUTES, data: { historyId } };
  return { step: await issueTicket(tx, ticket) };
}

/** Takes the code and the ticket of its step. A code opens one session. */
export async function takeSecondStep(
  messages: Messages,
  context: AnyoneContext,
  {
    login,
    step,
    code,
    installKey,
  }: { login: Login; step: string; code: ShownCode; installKey: Buffer | undefined },
): Promise<void> {
  const { tx, deviceHash } = context;
  const ticket = await redeemTicket(tx, step, { purpose: STEP, deviceHash });
  if (ticket?.subject !== login.account) throw fail('TICKET_INVALID');
  if (!(await takeCode(tx, login.id, code))) throw fail('AUTHENTICATOR_CODE_WRONG');
  const { historyId } = ticket.data;
  if (typeof historyId === 'string') await deleteAttempt(tx, historyId);
  if (code.kind === 'recovery')
    await announce(context, messages, {
      memberId: login.id,
      type: 'recoveryCodeUsed',
      causeInstall: installKey,
    });
}

/** Whether the member has one now: it may have been added since the password was compared. */
export const asksSecondStep = (tx: Tx, { id }: Login): Promise<boolean> => hasAuthenticator(tx, id);
