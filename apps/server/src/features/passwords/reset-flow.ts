import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { toMemberId } from '@holdfast/kernel';
import {
  acceptCode,
  findAddress,
  type CodeVerdict,
  type OneTimeCodes,
} from '#features/one-time-code/index.ts';
import {
  acceptAnswers,
  tryAnswers,
  type AnswersVerdict,
  type QuestionsOf,
} from '#features/security-questions/index.ts';
import { prepareSecret, resetSecret } from '#features/transaction-secret/index.ts';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import { issueTicket, redeemTicket } from '#platform/tickets/tickets.store.ts';
import { lockMember } from './password.store.ts';
import { hashForTicket, saveNewPassword, type NewPassword, type PasswordParts } from './save-new-password.ts';

/**
 * Password and transaction secret anew, in four steps. Each step but the first needs what the one before it gave out, which is good for
 * that step alone and once; whatever else comes is one and the same refusal.
 */
const TO_PASSWORD = 'reset-flow:login-password';
const TO_SECRET = 'reset-flow:transaction-secret';
const STEP_MINUTES = 10;

export interface FlowParts extends PasswordParts {
  readonly codes: OneTimeCodes;
  readonly questionsOf: QuestionsOf;
}

/** Step 1. The answer is the same for any account; what is shown as its questions is too. */
export const beginReset =
  ({ codes, questionsOf }: FlowParts): Handler<'/member/flow/force-reset-password/create-cerification'> =>
  async ({ tx, deviceHash, origin }, { account, channel, lang: language }) => {
    const address = await findAddress(tx, account, channel);
    const request = {
      purpose: 'force-reset',
      channel,
      target: undefined,
      ...address,
      subject: account,
      deviceHash,
      origin,
      language,
    } as const;
    const { id, resendAt } = await codes.sendCode(tx, request);
    return { id, resendAt: resendAt.toISOString(), questions: await questionsOf(tx, account) };
  };

interface Tried {
  readonly code: CodeVerdict;
  readonly answers: AnswersVerdict;
}

/** Step 2, counted before the transaction. Answers are compared for who has the code, so a stranger uses up nobody's tries. */
export const tryReset =
  ({ codes, passwords }: FlowParts) =>
  async (
    { db, deviceHash }: Preparation,
    { id, code: typed, answers }: CallInput<'/member/flow/force-reset-password/verify'>,
  ): Promise<Tried> => {
    const code = await codes.checkCode(db, { id, code: typed, deviceHash, purpose: 'force-reset' });
    if (code.kind !== 'right') return { code, answers: { kind: 'none' } };
    const account = code.proven.subject;
    return { code, answers: await tryAnswers(passwords, db, { account, answers }) };
  };

/** With wrong answers the code stays good for another try at them. */
export const verifyReset: Handler<'/member/flow/force-reset-password/verify', Tried> = async ({
  tx,
  deviceHash,
  prepared,
}) => {
  const { subject } = await acceptCode(tx, prepared.code);
  acceptAnswers(prepared.answers);
  const token = await issueTicket(tx, { purpose: TO_PASSWORD, subject, deviceHash, minutes: STEP_MINUTES });
  return { token };
};

export const prepareResetPassword =
  (parts: FlowParts) =>
  (
    preparation: Preparation,
    { token, newPassword }: CallInput<'/member/flow/force-reset-password/set-login-password'>,
  ) =>
    hashForTicket(parts, TO_PASSWORD)(preparation, token, newPassword);

/** Step 3. */
export const resetPassword =
  (parts: FlowParts): Handler<'/member/flow/force-reset-password/set-login-password', NewPassword> =>
  async (context, { token }) => {
    const { tx, deviceHash, prepared } = context;
    const ticket = await redeemTicket(tx, token, { purpose: TO_PASSWORD, deviceHash });
    if (!ticket) throw fail('TICKET_INVALID');
    const { subject } = ticket;
    await saveNewPassword(parts, context, { ...prepared, account: subject });
    return {
      token: await issueTicket(tx, { purpose: TO_SECRET, subject, deviceHash, minutes: STEP_MINUTES }),
    };
  };

export const prepareResetSecret =
  (parts: FlowParts) =>
  (
    _: Preparation,
    { newTranspass }: CallInput<'/member/flow/force-reset-password/set-transaction-password'>,
  ) =>
    prepareSecret(parts, newTranspass);

/** Step 4, the last. */
export const resetTransactionSecret =
  (
    parts: FlowParts,
  ): Handler<
    '/member/flow/force-reset-password/set-transaction-password',
    Awaited<ReturnType<typeof prepareSecret>>
  > =>
  async (context, { token }) => {
    const { tx, deviceHash, prepared } = context;
    const ticket = await redeemTicket(tx, token, { purpose: TO_SECRET, deviceHash });
    const member = ticket && (await lockMember(tx, ticket.subject));
    if (!member) throw fail('TICKET_INVALID');
    await resetSecret(parts, context, { memberId: toMemberId(member.id), ...prepared });
    return { form: prepared.form };
  };
