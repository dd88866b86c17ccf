import { fail } from '@holdfast/contract/errors';
import type { MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import { ANY_DEVICE, findRefusal, issueTicket, redeemTicket } from './tickets.store.ts';

/**
 * Links in security messages with which a member freezes the account. The token is in the fragment: opening the link sends it to nobody
 * and does nothing; only the app's command redeems it. A mail scanner that follows links therefore freezes nobody.
 */
const USE = { purpose: 'freeze-link', deviceHash: ANY_DEVICE };
const MINUTES = 72 * 60;

export async function issueFreezeLink(
  tx: Tx,
  { memberId, publicUrl }: { memberId: MemberId; publicUrl: string },
): Promise<string> {
  const token = await issueTicket(tx, { ...USE, subject: memberId, minutes: MINUTES });
  return `${publicUrl}/login#freeze=${token}`;
}

const REFUSALS = {
  used: 'FREEZE_LINK_USED',
  expired: 'FREEZE_LINK_EXPIRED',
  unknown: 'FREEZE_LINK_UNKNOWN',
} as const;

/** Redeems a link's token. A refusal says what is wrong with the link: only somebody who has it can ask. */
export async function redeemFreezeLink(tx: Tx, token: string): Promise<MemberId> {
  const ticket = await redeemTicket(tx, token, USE);
  if (ticket) return ticket.subject as MemberId;
  throw fail(REFUSALS[await findRefusal(tx, token, USE)]);
}
