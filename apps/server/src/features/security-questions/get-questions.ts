import type { CallInput } from '@holdfast/contract/calls';
import { otpTicketPurpose } from '@holdfast/contract/member';
import { fail } from '@holdfast/contract/errors';
import type { Database } from '#platform/db/db.ts';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import { chargeNetworks } from '#platform/limits/charge-networks.ts';
import { requireTicket } from '#platform/tickets/require-ticket.ts';
import type { QuestionsOf } from './questions-of.ts';

export const CODE_PURPOSE = otpTicketPurpose('forgotten');

/** In a minute. Whoever names an account is shown its questions, so one network is not shown those of everybody. */
const SHOWN_TO_STRANGERS = { name: 'questions of accounts', capacity: 30, drainSeconds: 60 };

/** Charges a caller who has shown nothing for the questions of an account. Throws RATE_LIMITED. */
export const chargeForQuestions = (db: Database, address: string): Promise<void> =>
  chargeNetworks(db, SHOWN_TO_STRANGERS, address);

/** The holder of a code's ticket is not stopped by neighbours who have none. */
export async function prepareGetQuestions(
  preparation: Preparation,
  { account, ticket }: CallInput<'/member/security-questions-get'>,
): Promise<void> {
  if (ticket === undefined) return chargeForQuestions(preparation.db, preparation.origin.address);
  const { subject } = await requireTicket(preparation, ticket, CODE_PURPOSE);
  if (subject !== account) throw fail('TICKET_INVALID');
  return undefined;
}

export const getQuestions =
  (questionsOf: QuestionsOf): Handler<'/member/security-questions-get'> =>
  async ({ tx }, { account }) => ({ questions: await questionsOf(tx, account) });
