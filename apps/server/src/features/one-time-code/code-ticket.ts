import { fail } from '@holdfast/contract/errors';
import { otpTicketPurpose, type OtpPurpose } from '@holdfast/contract/member';
import type { Tx } from '#platform/db/db.ts';
import { requireCodeAddresses } from './address.store.ts';
import { requireTicket, type Bearer } from '#platform/tickets/require-ticket.ts';
import { redeemTicket, type Ticket } from '#platform/tickets/tickets.store.ts';

interface CodeTicketUse {
  readonly purpose: OtpPurpose;
  readonly deviceHash: Buffer;
}

/** Asserts in a `prepare` that `redeemCodeTicket` would succeed: see `requireTicket`. */
export const requireCodeTicket = (bearer: Bearer, token: string, purpose: OtpPurpose): Promise<Ticket> =>
  requireTicket(bearer, token, otpTicketPurpose(purpose));

/** Redeems the ticket that a code was exchanged for. TICKET_INVALID if anything is wrong with it. */
export async function redeemCodeTicket(
  tx: Tx,
  token: string,
  { purpose, deviceHash }: CodeTicketUse,
): Promise<Ticket> {
  const ticket = await redeemTicket(tx, token, { purpose: otpTicketPurpose(purpose), deviceHash });
  return ticket ?? fail('TICKET_INVALID');
}

/**
 * Redeems the ticket of a code to an address that the account's owner has proven before. Only who has no proven address at all needs none.
 */
export async function redeemOwnCode(
  tx: Tx,
  { account, ticket = '', ...use }: CodeTicketUse & { account: string; ticket: string | undefined },
): Promise<void> {
  const proven = await requireCodeAddresses(tx, account);
  if (proven.length === 0) return;
  const { subject, data } = await redeemCodeTicket(tx, ticket, use);
  const isProven = proven.some(
    ({ channel, target }) => channel === data['channel'] && target === data['target'],
  );
  if (subject !== account || !isProven) throw fail('TICKET_INVALID');
}
