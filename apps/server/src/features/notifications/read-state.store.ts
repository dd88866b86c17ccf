import type { MutableGroup } from '@holdfast/contract/notifications';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';

/** Older messages count as read, so that counting costs the same however long the past is. */
export const UNREAD_MAX = 200;

export interface Reader {
  readonly memberId: MemberId;
  readonly installKey: Buffer;
}

/** What a member has read, as one install sees it: what that install has caused is no news there. */
export interface ReadState {
  /** Everything up to it is read. */
  readonly floor: bigint;
  /** Those above it that are read. */
  readonly read: ReadonlySet<bigint>;
  readonly unread: number;
  /** The newest number of all. */
  readonly last: bigint;
  readonly muted: readonly MutableGroup[];
}

const floorOf = (memberId: MemberId) => sql`
  greatest(coalesce((select read_seq from inbox.reader where member_id = ${memberId}), 0),
           coalesce((select last_seq from inbox.counter where member_id = ${memberId}), 0) - ${UNREAD_MAX}::int)`;

export async function readState(tx: Tx, { memberId, installKey }: Reader): Promise<ReadState> {
  const { rows } = await sql<{
    floor: bigint;
    last: bigint | null;
    read: bigint[] | null;
    muted: MutableGroup[] | null;
  }>`
    with window_of as (select ${floorOf(memberId)} as floor)
    select floor,
      (select last_seq from inbox.counter where member_id = ${memberId}) as last,
      (select muted from inbox.reader where member_id = ${memberId}) as muted,
      (select array_agg(seq) from (
        select seq from inbox.read where member_id = ${memberId} and seq > floor
        union
        select seq from inbox.message
        where member_id = ${memberId} and seq > floor and safety and cause_install = ${installKey}
      ) known) as read
    from window_of`.execute(tx);
  const [row] = rows;
  const [floor, last] = [row?.floor ?? 0n, row?.last ?? 0n];
  const read = new Set(row?.read);
  return { floor, read, last, unread: Number(last - floor) - read.size, muted: row?.muted ?? [] };
}

export async function findMuted(db: Database, memberId: MemberId): Promise<readonly MutableGroup[]> {
  const { rows } = await sql<{ muted: MutableGroup[] }>`
    select muted from inbox.reader where member_id = ${memberId}`.execute(db);
  return rows[0]?.muted ?? [];
}

export async function saveMuted(tx: Tx, memberId: MemberId, muted: readonly MutableGroup[]): Promise<void> {
  await sql`
    insert into inbox.reader (member_id, muted) values (${memberId}, ${muted}::text[])
    on conflict (member_id) do update set muted = excluded.muted`.execute(tx);
}

/** Marks everything up to `seq` as read, and nothing that does not exist yet. */
export async function markReadUpTo(tx: Tx, memberId: MemberId, seq: string): Promise<void> {
  await sql`
    with marked as (
      insert into inbox.reader as r (member_id, read_seq)
      select member_id, least(${seq}::bigint, last_seq) from inbox.counter where member_id = ${memberId}
      on conflict (member_id) do update set read_seq = greatest(r.read_seq, excluded.read_seq)
      returning read_seq
    )
    delete from inbox.read using marked where member_id = ${memberId} and seq <= marked.read_seq`.execute(tx);
}

/** Marks single messages as read. Those that count as read anyway leave no row. */
export async function markRead(tx: Tx, memberId: MemberId, seqs: readonly string[]): Promise<void> {
  await sql`
    with window_of as (select ${floorOf(memberId)} as floor), old as (
      delete from inbox.read using window_of where member_id = ${memberId} and seq <= floor
    )
    insert into inbox.read (member_id, seq)
    select member_id, seq from inbox.message, window_of
    where member_id = ${memberId} and seq = any(${seqs}::bigint[]) and seq > floor
    on conflict do nothing`.execute(tx);
}

/** Marks the safety notices up to `seq` as read, which were shown. Whether an install still has to show them is another thing. */
export async function markSafetyRead(tx: Tx, memberId: MemberId, seq: string): Promise<void> {
  await sql`
    with window_of as (select ${floorOf(memberId)} as floor)
    insert into inbox.read (member_id, seq)
    select member_id, seq from inbox.message, window_of
    where member_id = ${memberId} and seq > floor and seq <= ${seq}::bigint and safety
    on conflict do nothing`.execute(tx);
}
