import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { otpTicketPurpose } from '@holdfast/contract/member';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { readTicket } from '#platform/tickets/tickets.store.ts';
import { issueAnswersTicket } from './answers-ticket.ts';
import { acceptAnswers, checkAnswers, type AnswersVerdict } from './check-answers.ts';

type Input = CallInput<'/member/security-questions-verification/{account}'>;

interface Checked {
  /** The account that the code's ticket proves; undefined if the ticket is invalid. */
  readonly account: string | undefined;
  readonly verdict: AnswersVerdict;
}

const CODE_PURPOSE = otpTicketPurpose('forgotten');

export const prepareVerification =
  (passwords: Passwords) =>
  async ({ db, deviceHash }: Preparation, { ticket, answers }: Input): Promise<Checked> => {
    const code = await readTicket(db, ticket, { purpose: CODE_PURPOSE, deviceHash });
    if (!code) return { account: undefined, verdict: { kind: 'none' } };
    const account = code.subject;
    return { account, verdict: await checkAnswers(passwords, db, { account, answers }) };
  };

/** Exchanges right answers for a ticket. */
export const verifyAnswers: Handler<'/member/security-questions-verification/{account}', Checked> = async (
  { tx, deviceHash, prepared },
  _,
  { account },
) => {
  if (prepared.account === undefined || prepared.account !== account) throw fail('TICKET_INVALID');
  acceptAnswers(prepared.verdict);
  return { answersTicket: await issueAnswersTicket(tx, { account, deviceHash }) };
};
