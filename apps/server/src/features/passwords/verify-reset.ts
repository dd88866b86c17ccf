import type { CallInput } from '@holdfast/contract/calls';
import { acceptCode, type CodeVerdict } from '#features/one-time-code/index.ts';
import { acceptAnswers, checkAnswers, type AnswersVerdict } from '#features/security-questions/index.ts';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import { STEP_MINUTES, TO_PASSWORD, type ResetParts } from './reset-flow.ts';

type Input = CallInput<'/member/flow/force-reset-password/verify'>;

interface Checked {
  readonly code: CodeVerdict;
  readonly answers: AnswersVerdict;
}

/** Checks code and answers. Answers are compared only with a right code, so that a stranger cannot use up the member's tries. */
export const prepareVerifyReset =
  ({ codes, passwords }: ResetParts) =>
  async (preparation: Preparation, { id, code: typed, answers }: Input): Promise<Checked> => {
    const code = await codes.checkCode(preparation, { id, code: typed, purpose: 'force-reset' });
    if (code.kind !== 'right') return { code, answers: { kind: 'none' } };
    const account = code.proven.subject;
    return { code, answers: await checkAnswers(passwords, preparation.db, { account, answers }) };
  };

/** Step 2. With wrong answers the code stays valid for another try. */
export const verifyReset: Handler<'/member/flow/force-reset-password/verify', Checked> = async ({
  tx,
  deviceHash,
  prepared,
}) => {
  const { subject } = await acceptCode(tx, prepared.code);
  acceptAnswers(prepared.answers);
  const token = await issueTicket(tx, { purpose: TO_PASSWORD, subject, deviceHash, minutes: STEP_MINUTES });
  return { token };
};
