import {
  BROADCAST_ACCOUNTS_MAX,
  type Audience,
  type BroadcastKind,
  type BroadcastLink,
  type BroadcastState,
} from '@holdfast/contract/broadcasts';
import { defined, type MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

/** What an operator has written. */
export interface Written {
  readonly kind: BroadcastKind;
  readonly titleZh: string;
  readonly textZh: string;
  readonly titleEn: string;
  readonly textEn: string;
  readonly link: BroadcastLink | null;
  readonly audience: Audience;
  readonly audienceValue: string;
  readonly memberIds: readonly MemberId[];
  readonly startsAt: string | null;
  readonly expected: number;
  readonly replaces: string | null;
  readonly reason: string;
}

export interface Broadcast extends Omit<Written, 'startsAt' | 'replaces' | 'memberIds'> {
  readonly id: string;
  readonly startsAt: Date | null;
  readonly state: BroadcastState;
  readonly writtenBy: string;
  readonly writtenAt: Date;
  readonly approvedBy: string | null;
  readonly approvedAt: Date | null;
  readonly beganAt: Date | null;
  readonly endedAt: Date | null;
  readonly stoppedBy: string | null;
  readonly stoppedAt: Date | null;
  readonly stopReason: string | null;
  readonly upTo: bigint | null;
  readonly reached: bigint;
  readonly sent: number;
  readonly skipped: number;
  readonly read: number;
}

const BROADCAST = sql`
  select id::text, kind, title_zh as "titleZh", text_zh as "textZh", title_en as "titleEn", text_en as "textEn", link, audience,
    audience_value as "audienceValue", starts_at as "startsAt", expected, reason, state, writer as "writtenBy", written_at as "writtenAt",
    approver as "approvedBy", approved_at as "approvedAt", began_at as "beganAt", ended_at as "endedAt", stopper as "stoppedBy",
    stopped_at as "stoppedAt", stop_reason as "stopReason", up_to as "upTo", reached, sent, skipped, read_count as read
  from broadcast.overview`;

/** The newest first, from before `before`. */
export async function listBroadcasts(tx: Tx, before: bigint, limit: number): Promise<Broadcast[]> {
  const { rows } =
    await sql<Broadcast>`${BROADCAST} where id < ${before} order by overview.id desc limit ${limit}`.execute(
      tx,
    );
  return rows;
}

export async function findBroadcast(tx: Tx, id: string): Promise<Broadcast | undefined> {
  const { rows } = await sql<Broadcast>`${BROADCAST} where id = ${id}`.execute(tx);
  return rows[0];
}

/** Keeps the worker from beginning it, and whoever replaces, stops or approves it from doing so at the same moment. */
export async function selectBroadcastForUpdate(tx: Tx, id: string): Promise<Broadcast | undefined> {
  await sql`select from broadcast.broadcast where id = ${id} for update`.execute(tx);
  return findBroadcast(tx, id);
}

/** As a row of the table, in names of columns. */
const recordOf = (written: Written) =>
  sql`jsonb_populate_record(null::broadcast.broadcast, ${JSON.stringify({
    kind: written.kind,
    title_zh: written.titleZh,
    text_zh: written.textZh,
    title_en: written.titleEn,
    text_en: written.textEn,
    link: written.link,
    audience: written.audience,
    audience_value: written.audienceValue,
    member_ids: written.memberIds.map(Number),
    starts_at: written.startsAt,
    expected: written.expected,
    replaces: written.replaces,
    reason: written.reason,
  })}::jsonb)`;

/** Keeps what an administrator asks for; undefined where the operator has asked for too many that day. */
export async function saveBroadcast(
  tx: Tx,
  { sessionProof }: { readonly sessionProof: Buffer },
  written: Written,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`
    select broadcast.write(${sessionProof}, ${recordOf(written)})::text as id`.execute(tx);
  return rows[0]?.id ?? undefined;
}

/** False where as many begin on that day as a day may have. */
export async function approve(tx: Tx, requestId: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select broadcast.approve(${requestId}) as done`.execute(tx);
  return rows[0]?.done ?? false;
}

export async function stop(
  tx: Tx,
  { sessionProof }: { readonly sessionProof: Buffer },
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select broadcast.stop(${sessionProof}, ${id}, ${reason}) as done`.execute(tx);
  return rows[0]?.done ?? false;
}

export type AudienceOf = Pick<Written, 'kind' | 'audience' | 'audienceValue' | 'memberIds'>;

/** An audience is counted in so many stretches of the members' numbers, and so many members are read of each. */
export interface Sample {
  readonly stretches: number;
  readonly each: number;
}
const SAMPLE: Sample = { stretches: 50, each: 100 };
/** Those who are named are few, and their numbers may all be new ones. */
const NAMED: Sample = { stretches: 1, each: BROADCAST_ACCOUNTS_MAX + 1 };

/**
 * How many members are in an audience now. Read whole where that is few; else an estimate: of each stretch some are read, and the rest of it is taken
 * to be like them. So it costs the same however many members there are.
 */
export async function countAudience(
  tx: Tx,
  audience: AudienceOf,
  { stretches, each }: Sample = audience.audience === 'accounts' ? NAMED : SAMPLE,
): Promise<{ readonly count: number; readonly isEstimate: boolean }> {
  const record = recordOf({ ...NOTHING, ...audience });
  const { rows } = await sql<{ count: number; isEstimate: boolean }>`
    with newest as (select coalesce(max(id), 0) as id from member.member), stretch as (
      select newest.id * n / ${stretches}::int as after, newest.id * (n + 1) / ${stretches}::int as up_to
      from newest, generate_series(0, ${stretches}::int - 1) n
    ), looked as (
      select s.after, s.up_to, r.told, r.seen, r.reached from stretch s, lateral (
        select count(*) filter (where is_told) as told, count(*) as seen, max(member_id) as reached
        from broadcast.members_after(${record}, s.after, s.up_to, ${each}::int)) r
    ), judged as (select *, seen = ${each}::int and reached < up_to as is_part from looked)
    select coalesce(round(sum(case when is_part then told * (up_to - after)::numeric / (reached - after) else told end)), 0)::int as count,
      coalesce(bool_or(is_part), false) as "isEstimate" from judged`.execute(tx);
  const { count, isEstimate } = defined(rows[0], 'an aggregate is one row');
  // What is estimated claims no more than it knows.
  return { count: isEstimate ? Number(count.toPrecision(2)) : count, isEstimate };
}

const NOTHING: Written = {
  kind: 'news',
  titleZh: '',
  textZh: '',
  titleEn: '',
  textEn: '',
  link: null,
  audience: 'all',
  audienceValue: '',
  memberIds: [],
  startsAt: null,
  expected: 0,
  replaces: null,
  reason: '',
};

export async function findMembersByAccount(
  tx: Tx,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, MemberId>> {
  const { rows } = await sql<{ account: string; id: MemberId }>`
    select account, id::text from member.member where account = any(${accounts}::text[])`.execute(tx);
  return new Map(rows.map(({ account, id }) => [account, id]));
}
