import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import {
  findCodeAddress,
  redeemCodeTicket,
  requireCodeTicket,
  type OneTimeCodes,
} from '#features/one-time-code/index.ts';
import type { AnyoneContext, Handler, Preparation } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import { isCommonPassword } from '#platform/passwords/common-passwords.ts';
import { barOf, checkPassword, recheckLogin, type Compared, type LogInParts } from './check-password.ts';
import { enterAccount } from './enter-account.ts';
import {
  asksSecondStep,
  askSecondStep,
  assertStep,
  compareSecondStep,
  takeSecondStep,
} from './second-step.ts';
import type { Login } from './session.store.ts';
import { deleteAttempt, installKeyOf } from './sign-in-attempt.store.ts';

type Input = CallInput<'/member/login'>;

/** Compares the password. A ticket is checked before, because hashing costs and a ticket does not. */
export const prepareLogIn =
  (parts: LogInParts) =>
  async (preparation: Preparation, input: Input): Promise<Compared> => {
    const { account, password, installId, ticket, code } = input;
    await assertStep(preparation, input);
    if (ticket !== undefined) await assertTicketOf(preparation, account, ticket);
    const shown = ticket === undefined ? undefined : 'code';
    const { db } = preparation;
    return checkPassword(parts, preparation, {
      account,
      password,
      installKey: installKeyOf(db, installId),
      ...(shown && { shown }),
      secondStep: (login) => compareSecondStep(db, login, code),
    });
  };

async function assertTicketOf(preparation: Preparation, account: string, ticket: string): Promise<void> {
  const { subject } = await requireCodeTicket(preparation, ticket, 'sign-in');
  if (subject !== account) throw fail('TICKET_INVALID');
}

/**
 * Sends the code that an account under attack asks for besides the password. After a wrong password, and for an account that nobody has, the
 * answer and the work are the same, and nothing is sent.
 */
async function askCode(
  codes: OneTimeCodes,
  { tx, deviceHash, origin }: AnyoneContext,
  { account, lang: language }: Input,
  login: Login | undefined,
) {
  const purpose = 'sign-in';
  const mobile = await findCodeAddress(tx, { account, channel: 'mobile', purpose });
  const mail = await findCodeAddress(tx, { account, channel: 'mail', purpose });
  const channel = mail && !mobile ? 'mail' : 'mobile';
  const address = login ? (mobile ?? mail) : undefined;
  const { id, resendAt } = await codes.sendCode(tx, {
    purpose,
    channel,
    target: undefined,
    ...address,
    subject: account,
    asker: { kind: 'sign-in' },
    deviceHash,
    origin,
    language,
  });
  return { codeId: id, resendAt: resendAt.toISOString() };
}

/** Opens a session. A marked or breached password gets a ticket for setting a new one instead, and is told where the code for that goes. */
export const logIn =
  ({ codes, messages }: { codes: OneTimeCodes; messages: Messages }): Handler<'/member/login', Compared> =>
  async (context, input) => {
    const { tx, deviceHash, prepared } = context;
    if (prepared.kind === 'code-step') return askCode(codes, context, input, prepared.login);
    if (prepared.kind === 'wrong-code') throw fail('AUTHENTICATOR_CODE_WRONG');
    const login = await recheckLogin(tx, prepared);
    const bar = barOf(login);
    if (bar) throw fail('LOGIN_FORBIDDEN', { reason: bar });
    const second = prepared.kind === 'right' ? prepared.second : undefined;
    if (await asksSecondStep(tx, login)) {
      // The ticket of a code to an address stays good for the same call with the second step.
      if (second?.kind !== 'shown' || input.step === undefined)
        return askSecondStep(context, login, prepared.kind === 'right' ? prepared.historyId : undefined);
      const installKey = installKeyOf(tx, input.installId);
      await takeSecondStep(messages, context, { login, step: input.step, code: second.code, installKey });
    }
    if (input.ticket !== undefined)
      await redeemCodeTicket(tx, input.ticket, { purpose: 'sign-in', deviceHash });
    const isCommon = isCommonPassword(input.password);
    const entered = await enterAccount(context, login, { installId: input.installId, isCommon });
    // A session adds a row of its own; of a right password that opens none the member sees the try.
    if ('access_token' in entered && prepared.kind === 'right') await deleteAttempt(tx, prepared.historyId);
    return entered;
  };
