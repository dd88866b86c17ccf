import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { keysOf, type Database, type Tx } from '#platform/db/db.ts';

/**
 * Tickets: single-use tokens that prove a step (typed a code, answered questions, knew the secret). 256 random bits as base64url on the
 * wire, a keyed hash in the database. Each is bound to its purpose, subject and device.
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

const COLUMN = 'platform.ticket.sealed';
const hashOf = (db: Database | Tx, token: string): Buffer => keysOf(db).identify('ticket', token);

function openTicket(
  db: Database | Tx,
  hash: Buffer,
  row: { sealed: Buffer } | undefined,
): Ticket | undefined {
  return row && (JSON.parse(keysOf(db).open(COLUMN, hash.toString('hex'), row.sealed)) as Ticket);
}

/** Creates a ticket and returns its token. Only the hash is stored. */
export async function issueTicket(tx: Tx, ticket: NewTicket): Promise<string> {
  const minutesMax = ticket.deviceHash.equals(ANY_DEVICE) ? LINK_MINUTES_MAX : MINUTES_MAX;
  if (ticket.minutes > minutesMax)
    throw new RangeError(`such a ticket is valid for ${minutesMax} minutes at most`);
  const token = randomBytes(32).toString('base64url');
  const hash = hashOf(tx, token);
  const { subject, data = {} } = ticket;
  const sealed = keysOf(tx).seal(COLUMN, hash.toString('hex'), JSON.stringify({ subject, data }));
  await sql`
    insert into platform.ticket (token_hash, purpose, sealed, device_hash, expires_at)
    values (${hash}, ${ticket.purpose}, ${sealed}, ${ticket.deviceHash},
            platform.app_now() + make_interval(mins => ${ticket.minutes}::int))`.execute(tx);
  return token;
}

/** Why a ticket cannot be redeemed, for somebody who has its token. Tells nothing of a ticket for something else or for another device. */
export async function findRefusal(
  db: Database | Tx,
  token: string,
  { purpose, deviceHash }: TicketUse,
): Promise<'used' | 'expired' | 'unknown'> {
  if (!TOKEN.test(token)) return 'unknown';
  const { rows } = await sql<{ refusal: 'used' | 'expired' }>`
    select case when used_at is null then 'expired' else 'used' end as refusal from platform.ticket
    where token_hash = ${hashOf(db, token)} and purpose = ${purpose} and device_hash = ${deviceHash}`.execute(
    db,
  );
  return rows[0]?.refusal ?? 'unknown';
}

/** Reads a ticket without redeeming it; undefined where `redeemTicket` would be. */
export async function readTicket(
  db: Database | Tx,
  token: string,
  { purpose, deviceHash }: TicketUse,
): Promise<Ticket | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const hash = hashOf(db, token);
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from platform.ticket
    where token_hash = ${hash} and purpose = ${purpose} and device_hash = ${deviceHash}
      and used_at is null and expires_at > platform.app_now()`.execute(db);
  return openTicket(db, hash, rows[0]);
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
  const hash = hashOf(tx, token);
  const { rows } = await sql<{ sealed: Buffer }>`
    update platform.ticket set used_at = platform.app_now()
    where token_hash = ${hash} and purpose = ${purpose} and device_hash = ${deviceHash}
      and used_at is null and expires_at > platform.app_now()
    returning sealed`.execute(tx);
  return openTicket(tx, hash, rows[0]);
}
