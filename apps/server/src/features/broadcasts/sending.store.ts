import { NEWS_OF_A_MEMBER, type BroadcastKind } from '@holdfast/contract/broadcasts';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';

interface Due {
  readonly id: string;
  readonly kind: BroadcastKind;
  readonly isNew: boolean;
}

/** Whose time has come and what is left of it: safety before everything else, then the one that waits longest. Nobody else sends it meanwhile. */
export async function claimDue(tx: Tx): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select b.id::text, b.kind, b.began_at is null as "isNew" from broadcast.broadcast b
    where b.approved_at is not null and b.stopped_at is null and b.ended_at is null
      and coalesce(b.starts_at, b.approved_at) <= platform.app_now()
      and (b.began_at is not null or coalesce(b.starts_at, b.approved_at) > platform.app_now() - interval '1 day')
      and not exists (select from broadcast.broadcast r where r.replaces = b.id)
    order by b.kind = 'safety' desc, coalesce(b.starts_at, b.approved_at), b.id limit 1
    for update of b skip locked`.execute(tx);
  return rows[0];
}

/** Whoever registers from now on is not told. */
export async function begin(tx: Tx, id: string): Promise<void> {
  await sql`
    update broadcast.broadcast
    set began_at = platform.app_now(), up_to = (select coalesce(max(id), 0) from member.member) where id = ${id}`.execute(
    tx,
  );
}

export interface Batch {
  /** Up to which number all members are told or passed by; null where nobody is left. */
  readonly reached: string | null;
  readonly told: readonly MemberId[];
  readonly skipped: number;
}

/**
 * Gives the next members of a broadcast their copy: `size` are read, whoever is in the audience is told, but for those who were told of enough
 * within a day. Moves the broadcast on.
 */
export async function takeBatch(tx: Tx, id: string, size: number): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with sent as (select * from broadcast.broadcast where id = ${id}),
    recent as (
      select b.id from broadcast.broadcast b
      where b.approved_at is not null and coalesce(b.starts_at, b.approved_at) > platform.app_now() - interval '2 days'
        and b.began_at > platform.app_now() - interval '1 day' and b.kind <> 'safety' and b.id <> ${id}
    ), members as materialized (
      select m.* from sent, broadcast.members_after(sent.*::broadcast.broadcast, sent.reached, sent.up_to, ${size}) m
    ), fitting as (
      select m.member_id, sent.kind <> 'safety' and (
        select count(*) from recent join broadcast.copy c on c.broadcast_id = recent.id and c.member_id = m.member_id
      ) >= ${NEWS_OF_A_MEMBER} as is_enough
      from members m, sent where m.is_told
    ), copied as (
      insert into broadcast.copy (broadcast_id, member_id)
      select ${id}, member_id from fitting where not is_enough returning member_id
    ), figures as (
      select (select max(member_id) from members) as reached, (select count(*) from members)::int as seen,
        (select count(*) from fitting where is_enough)::int as skipped,
        coalesce((select array_agg(member_id::text order by member_id) from copied), '{}') as told
    ), moved as (
      update broadcast.broadcast b set reached = coalesce(f.reached, b.reached), sent = b.sent + cardinality(f.told),
        skipped = b.skipped + f.skipped, ended_at = case when f.seen < ${size} then platform.app_now() end
      from figures f where b.id = ${id}
    )
    select case when seen < ${size} then null else reached::text end as reached, told, skipped from figures`.execute(
    tx,
  );
  return rows[0] ?? { reached: null, told: [], skipped: 0 };
}

/** Adds what members have read since to the numbers of its broadcasts. */
export async function countReads(db: Database, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with read as (
      select broadcast_id, member_id from broadcast.copy
      where read_at is not null and not is_counted limit ${limit} for update skip locked
    ), counted as (
      update broadcast.copy c set is_counted = true from read
      where (c.broadcast_id, c.member_id) = (read.broadcast_id, read.member_id) returning c.broadcast_id
    ), sums as (select broadcast_id, count(*)::int as reads from counted group by broadcast_id),
    added as (
      update broadcast.broadcast b set read_count = read_count + s.reads from sums s where b.id = s.broadcast_id)
    select coalesce(sum(reads), 0)::int as count from sums`.execute(db);
  return rows[0]?.count ?? 0;
}

const KEPT_DAYS = 90;
const SWEPT = 5000;

/** Deletes copies of what went out long ago: the inbox keeps its row, the broadcast its numbers. */
export async function sweepCopies(db: Database): Promise<void> {
  for (let removed = SWEPT; removed === SWEPT;) {
    const { numAffectedRows } = await sql`
      delete from broadcast.copy where (broadcast_id, member_id) in (
        select c.broadcast_id, c.member_id from broadcast.broadcast b join broadcast.copy c on c.broadcast_id = b.id
        where b.approved_at is not null
          and coalesce(b.starts_at, b.approved_at) < platform.app_now() - make_interval(days => ${KEPT_DAYS}::int)
        limit ${SWEPT})`.execute(db);
    removed = Number(numAffectedRows ?? 0n);
  }
}
