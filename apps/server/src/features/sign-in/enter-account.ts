import type { CallOutput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { listCodeAddresses, maskCodeAddress } from '#features/one-time-code/index.ts';
import type { AnyoneContext } from '#platform/gateway/call-table.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import { barOf, RESET_TICKET } from './check-password.ts';
import { openSession } from './open-session.ts';
import { markPassword, type Login } from './session.store.ts';

const RESET_MINUTES = 10;

type Entered = Extract<CallOutput<'/member/login'>, { access_token: string } | { reset_token: string }>;

/**
 * What follows the proof of a sign-in, whatever it was. A marked or breached password gets a ticket for setting a new one instead of a
 * session, and is told where the code for that goes. The caller holds the member's row lock.
 */
export async function enterAccount(
  context: AnyoneContext,
  login: Login,
  { installId, isCommon }: { installId: string; isCommon: boolean },
): Promise<Entered> {
  const { tx, deviceHash } = context;
  const bar = barOf(login);
  if (bar) throw fail('LOGIN_FORBIDDEN', { reason: bar });
  if (login.passwordMark === null && !isCommon) return openSession(context, login, installId);
  await markPassword(tx, login.id, 'breach');
  const ticket = { purpose: RESET_TICKET, subject: login.account, deviceHash, minutes: RESET_MINUTES };
  const codesTo = (await listCodeAddresses(tx, login.account, 'forced-set')).map(maskCodeAddress);
  return { reset_token: await issueTicket(tx, ticket), codesTo };
}
