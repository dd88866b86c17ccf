import { fail } from '@holdfast/contract/errors';
import type { Origin, Preparation } from '#platform/gateway/call-table.ts';
import { chargeNetworks } from '#platform/limits/charge-networks.ts';
import { findRefusal, readTicket, type Ticket } from './tickets.store.ts';

/** Who presents a ticket or a code. */
export type Bearer = Pick<Preparation, 'db' | 'deviceHash'> & { readonly origin: Pick<Origin, 'address'> };

/** In a minute. A person presents a ticket that was used or is too old, but never one that was nobody's. */
const UNKNOWN_TICKETS = { name: 'unknown tickets', capacity: 60, drainSeconds: 60 };

/**
 * Asserts in a `prepare` that a ticket can be redeemed, before slow work such as hashing. Only one that this device was never given is charged to the
 * caller's network, so that no neighbour's mistakes stop the holder of a valid one, and of two copies of a command none is stopped by the other.
 */
export async function requireTicket(
  { db, origin, deviceHash }: Bearer,
  token: string,
  purpose: string,
): Promise<Ticket> {
  const ticket = await readTicket(db, token, { purpose, deviceHash });
  if (ticket) return ticket;
  if ((await findRefusal(db, token, { purpose, deviceHash })) === 'unknown')
    await chargeNetworks(db, UNKNOWN_TICKETS, origin.address);
  throw fail('TICKET_INVALID');
}
