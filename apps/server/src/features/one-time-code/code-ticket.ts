import { fail } from '@holdfast/contract/errors';
import { otpTicketPurpose, type OtpPurpose } from '@holdfast/contract/member';
import type { Database, Tx } from '#platform/db/db.ts';
import { readTicket, redeemTicket, type Ticket } from '#platform/tickets/tickets.store.ts';

interface CodeTicketUse {
  readonly purpose: OtpPurpose;
  readonly deviceHash: Buffer;
}

/** Asserts in a `prepare` that `redeemCodeTicket` would succeed, before slow work such as hashing. */
export async function assertCodeTicket(
  db: Database,
  token: string,
  { purpose, deviceHash }: CodeTicketUse,
): Promise<Ticket> {
  const ticket = await readTicket(db, token, { purpose: otpTicketPurpose(purpose), deviceHash });
  return ticket ?? fail('TICKET_INVALID');
}

/** Redeems the ticket that a code was exchanged for. TICKET_INVALID if anything is wrong with it. */
export async function redeemCodeTicket(
  tx: Tx,
  token: string,
  { purpose, deviceHash }: CodeTicketUse,
): Promise<Ticket> {
  const ticket = await redeemTicket(tx, token, { purpose: otpTicketPurpose(purpose), deviceHash });
  return ticket ?? fail('TICKET_INVALID');
}
