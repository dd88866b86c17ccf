import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';

/**
 * Tickets: single-use tokens that prove a step (typed a code, answered questions, knew the secret). 256 random bits as base64url on the
 * wire, a hash in the database. Each is bound to its purpose, subject and device.
 */
export interface TicketUse {
  readonly purpose: string;
  readonly deviceHash: Buffer;
}

export interface NewTicket extends TicketUse {
  readonly subject: string;
  /** At most ten; for a ticket of `ANY_DEVICE` at most three days. */
  readonly minutes: number;
  /** What the ticket stands for beyond its subject; JSON. */
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface Ticket {
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const MINUTES_MAX = 10;
const LINK_MINUTES_MAX = 3 * 24 * 60;
/** Stands for no device, in a ticket that is sent as a link and opened anywhere. No device has this hash. */
export const ANY_DEVICE = Buffer.alloc(32);
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Creates a ticket and returns its token. Only the hash is stored. */
export async function issueTicket(tx: Tx, ticket: NewTicket): Promise<string> {
  const minutesMax = ticket.deviceHash.equals(ANY_DEVICE) ? LINK_MINUTES_MAX : MINUTES_MAX;
  if (ticket.minutes > minutesMax)
    throw new RangeError(`such a ticket is valid for ${minutesMax} minutes at most`);
  const token = randomBytes(32).toString('base64url');
  await sql`
    insert into platform.ticket (token_hash, purpose, subject, device_hash, data, expires_at)
    values (${hashOf(token)}, ${ticket.purpose}, ${ticket.subject}, ${ticket.deviceHash},
            ${JSON.stringify(ticket.data ?? {})}::jsonb,
            platform.app_now() + make_interval(mins => ${ticket.minutes}::int))`.execute(tx);
  return token;
}

/** Why a ticket cannot be redeemed, for somebody who has its token. Tells nothing of a ticket for something else or for another device. */
export async function findRefusal(
  tx: Tx,
  token: string,
  { purpose, deviceHash }: TicketUse,
): Promise<'used' | 'expired' | 'unknown'> {
  if (!TOKEN.test(token)) return 'unknown';
  const { rows } = await sql<{ refusal: 'used' | 'expired' }>`
    select case when used_at is null then 'expired' else 'used' end as refusal from platform.ticket
    where token_hash = ${hashOf(token)} and purpose = ${purpose} and device_hash = ${deviceHash}`.execute(tx);
  return rows[0]?.refusal ?? 'unknown';
}

/** Reads a ticket without redeeming it; undefined where `redeemTicket` would be. */
export async function readTicket(
  db: Database | Tx,
  token: string,
  { purpose, deviceHash }: TicketUse,
): Promise<Ticket | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const { rows } = await sql<Ticket>`
    select subject, data from platform.ticket
    where token_hash = ${hashOf(token)} and purpose = ${purpose} and device_hash = ${deviceHash}
      and used_at is null and expires_at > platform.app_now()`.execute(db);
  return rows[0];
}

/**
 * Redeems a ticket. Undefined, whatever is wrong with it: unknown, for something else, another device's, too old or redeemed. The use
 * is part of the transaction: if the command fails, the ticket is still good.
 */
export async function redeemTicket(
  tx: Tx,
  token: string,
  { purpose, deviceHash }: TicketUse,
): Promise<Ticket | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const { rows } = await sql<Ticket>`
    update platform.ticket set used_at = platform.app_now()
    where token_hash = ${hashOf(token)} and purpose = ${purpose} and device_hash = ${deviceHash}
      and used_at is null and expires_at > platform.app_now()
    returning subject, data`.execute(tx);
  return rows[0];
}
