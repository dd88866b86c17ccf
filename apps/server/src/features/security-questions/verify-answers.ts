import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { requireTicket } from '#platform/tickets/require-ticket.ts';
import { issueAnswersTicket } from './answers-ticket.ts';
import { CODE_PURPOSE } from './get-questions.ts';
import { acceptAnswers, checkAnswers, type AnswersVerdict } from './check-answers.ts';

type Input = CallInput<'/member/security-questions-verification/{account}'>;

interface Checked {
  /** The account that the code's ticket proves. */
  readonly account: string;
  readonly verdict: AnswersVerdict;
}

export const prepareVerification =
  (passwords: Passwords) =>
  async (preparation: Preparation, { ticket, answers }: Input): Promise<Checked> => {
    const { subject: account } = await requireTicket(preparation, ticket, CODE_PURPOSE);
    return { account, verdict: await checkAnswers(passwords, preparation.db, { account, answers }) };
  };

/** Exchanges right answers for a ticket. */
export const verifyAnswers: Handler<'/member/security-questions-verification/{account}', Checked> = async (
  { tx, deviceHash, prepared },
  _,
  { account },
) => {
  if (prepared.account !== account) throw fail('TICKET_INVALID');
  acceptAnswers(prepared.verdict);
  return { answersTicket: await issueAnswersTicket(tx, { account, deviceHash }) };
};
