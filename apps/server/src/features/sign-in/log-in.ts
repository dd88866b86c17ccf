import { fail } from '@holdfast/contract/errors';
import type { Handler } from '#platform/gateway/call-table.ts';
import { isCommonPassword } from '#platform/passwords/common-passwords.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import { barOf, recheckLogin, RESET_TICKET } from './check-password.ts';
import { openSession } from './open-session.ts';
import { markPassword, type Login } from './session.store.ts';

const RESET_MINUTES = 10;

/** Opens a session. A marked or breached password gets a ticket for setting a new one instead. */
export const logIn: Handler<'/member/login', Login | undefined> = async (context, input) => {
  const { tx, deviceHash, prepared } = context;
  const login = await recheckLogin(tx, prepared);
  const bar = barOf(login);
  if (bar) throw fail('LOGIN_FORBIDDEN', { reason: bar });
  if (login.passwordMark !== null || isCommonPassword(input.password)) {
    await markPassword(tx, login.id, 'breach');
    const ticket = { purpose: RESET_TICKET, subject: login.account, deviceHash, minutes: RESET_MINUTES };
    return { reset_token: await issueTicket(tx, ticket) };
  }
  return openSession(context, login, input.installId);
};
