import { fail } from '@holdfast/contract/errors';
import type { Tx } from '#platform/db/db.ts';
import { issueTicket, redeemTicket } from '#platform/tickets/tickets.store.ts';

/** The purpose of the ticket for right answers. It is accepted only together with the ticket of a code. */
const PURPOSE = 'answers';
const MINUTES = 10;

export const issueAnswersTicket = (
  tx: Tx,
  { account, deviceHash }: { account: string; deviceHash: Buffer },
): Promise<string> => issueTicket(tx, { purpose: PURPOSE, subject: account, deviceHash, minutes: MINUTES });

/** Redeems the ticket of a member's answers; throws if it is invalid. Members without questions need none. */
export async function redeemAnswersTicket(
  tx: Tx,
  token: string | undefined,
  { account, hasQuestions, deviceHash }: { account: string; hasQuestions: boolean; deviceHash: Buffer },
): Promise<void> {
  if (!hasQuestions) return;
  if (token === undefined) throw fail('ANSWERS_NEEDED');
  const ticket = await redeemTicket(tx, token, { purpose: PURPOSE, deviceHash });
  if (ticket?.subject !== account) throw fail('TICKET_INVALID');
}
