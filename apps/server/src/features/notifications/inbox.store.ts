import { isSafetyNotice } from '@holdfast/contract/notifications';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, sendLater, type Database, type Tx } from '#platform/db/db.ts';
import { insertHints, type Hint } from '#platform/outbox/outbox.store.ts';

export interface InboxMessage {
  readonly memberId: MemberId;
  readonly type: string;
  readonly extra: Readonly<Record<string, string | number | boolean>>;
  /** Keyed hash of the install that caused it, if one did and it is known. */
  readonly causeInstall?: Buffer | undefined;
}

/** A message as it was stored, with its number in its member's inbox. */
export interface StoredMessage {
  readonly seq: bigint;
  readonly type: string;
  readonly extra: Record<string, unknown>;
  readonly at: Date;
}

export interface MessageRow extends Omit<StoredMessage, 'extra'> {
  readonly extraSealed: Buffer;
}

/** The columns of `inbox.message m` as a row. Its extra data are sealed, because a payment's notice names the payer. */
export const MESSAGE = sql`m.seq, m.type, m.extra_sealed as "extraSealed", m.at`;
const EXTRA = 'inbox.message.extra_sealed';

export function toMessage(
  db: Database | Tx,
  memberId: MemberId,
  { extraSealed, ...message }: MessageRow,
): StoredMessage {
  const text = keysOf(db).open(EXTRA, `${memberId} ${message.type}`, extraSealed);
  return { ...message, extra: JSON.parse(text) as StoredMessage['extra'] };
}

/**
 * Appends messages, each with its member's next number, and the hints of their cause, in one statement. The counter rows stay locked until the
 * commit: sequence numbers follow commit order. They are locked in member order, so that two transactions that notify the same members cannot
 * deadlock.
 */
export function insertMessages(tx: Tx, messages: readonly InboxMessage[], hints: readonly Hint[]): void {
  const counts = new Map<MemberId, number>();
  const keys = keysOf(tx);
  const lines = messages.map(({ memberId, type, extra, causeInstall = null }) => {
    const place = (counts.get(memberId) ?? 0) + 1;
    counts.set(memberId, place);
    const sealed = keys.seal(EXTRA, `${memberId} ${type}`, JSON.stringify(extra));
    const orderId = typeof extra['orderId'] === 'string' ? extra['orderId'] : null;
    return { memberId, place, type, sealed, safety: isSafetyNotice(type), causeInstall, orderId };
  });
  const told = [...counts].sort(([a], [b]) => (BigInt(a) < BigInt(b) ? -1 : 1));
  const insert = sql`
    with hinted as (${insertHints(hints)}), counted as (
      insert into inbox.counter as c (member_id, last_seq)
      select * from unnest(${told.map(([memberId]) => memberId)}::bigint[], ${told.map(([, count]) => count)}::bigint[])
      on conflict (member_id) do update set last_seq = c.last_seq + excluded.last_seq
      returning member_id, last_seq
    )
    insert into inbox.message (member_id, seq, type, extra_sealed, safety, cause_install, order_id)
    select member_id, last_seq - after, type, extra, safety, cause_install, order_id
    from counted join unnest(${lines.map(({ memberId }) => memberId)}::bigint[],
      ${lines.map(({ memberId, place }) => (counts.get(memberId) ?? 0) - place)}::bigint[], ${lines.map(({ type }) => type)}::text[],
      ${lines.map(({ sealed }) => sealed)}::bytea[], ${lines.map(({ safety }) => safety)}::boolean[],
      ${lines.map(({ causeInstall }) => causeInstall)}::bytea[], ${lines.map(({ orderId }) => orderId)}::bigint[])
      line (member_id, after, type, extra, safety, cause_install, order_id) using (member_id)`;
  sendLater(tx, insert);
}

export async function findMessagesAfter(
  db: Database | Tx,
  { memberId, seq, limit }: { memberId: MemberId; seq: bigint; limit: number },
): Promise<StoredMessage[]> {
  const { rows } = await sql<MessageRow>`
    select ${MESSAGE} from inbox.message m
    where member_id = ${memberId} and seq > ${seq} order by seq limit ${limit}`.execute(db);
  return rows.map((row) => toMessage(db, memberId, row));
}

/** The install that has caused a message, where one did and it is known. */
export async function findCauseInstall(
  db: Database,
  { memberId, seq }: { memberId: MemberId; seq: bigint },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ causeInstall: Buffer | null }>`
    select cause_install as "causeInstall" from inbox.message where member_id = ${memberId} and seq = ${seq}`.execute(
    db,
  );
  return rows[0]?.causeInstall ?? undefined;
}

/** The newest first, from before `before`. */
export async function findMessagesBefore(
  tx: Tx,
  { memberId, before, limit }: { memberId: MemberId; before: bigint; limit: number },
): Promise<StoredMessage[]> {
  const { rows } = await sql<MessageRow>`
    select ${MESSAGE} from inbox.message m
    where member_id = ${memberId} and seq < ${before} order by seq desc limit ${limit}`.execute(tx);
  return rows.map((row) => toMessage(tx, memberId, row));
}

export async function findLastSeq(db: Database | Tx, memberId: MemberId): Promise<bigint> {
  const { rows } = await sql<{ lastSeq: bigint }>`
    select last_seq as "lastSeq" from inbox.counter where member_id = ${memberId}`.execute(db);
  return rows[0]?.lastSeq ?? 0n;
}

export async function findMessage(
  db: Database | Tx,
  memberId: MemberId,
  seq: bigint,
): Promise<StoredMessage | undefined> {
  const { rows } = await sql<MessageRow>`
    select ${MESSAGE} from inbox.message m where member_id = ${memberId} and seq = ${seq}`.execute(db);
  return rows[0] && toMessage(db, memberId, rows[0]);
}
