import type { MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import { ANY_DEVICE, issueTicket, redeemTicket } from './tickets.store.ts';

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

/** Redeems a link's token; undefined if it is unknown, expired or redeemed. */
export async function redeemFreezeLink(tx: Tx, token: string): Promise<MemberId | undefined> {
  const ticket = await redeemTicket(tx, token, USE);
  return ticket && (ticket.subject as MemberId);
}
