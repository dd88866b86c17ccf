import type { RealNameState } from '@holdfast/contract/calls';
import type { IdentityDocument } from '@holdfast/contract/rules';
import { defined, type MemberId } from '@holdfast/kernel';
import { sql, type RawBuilder } from 'kysely';
import { COUNTED_MAX } from '#features/reviews/index.ts';
import { keysOf, type Tx } from '#platform/db/db.ts';
import { IDENTITY_NUMBER } from '#platform/db/personal.ts';
import { openDetails, type Verdict } from './application.store.ts';

/** The reviewers' side: which applications there are, in pages, and how the queue moves. */

const RECENT_DECISIONS = 50;

/**
 * How many wait before this one, and how long the last decisions took. The bound of one keeps each application a look-up of its own: where its plan does not know
 * how many decisions are asked for, PostgreSQL expects a tenth of all, and reads all applications to join them.
 */
export async function readQueue(
  tx: Tx,
  { id }: { readonly id: string },
): Promise<{ ahead: number; usualMinutes: number | null }> {
  const { rows } = await sql<{ ahead: number; usualMinutes: number | null }>`
    select (select count(*)::int from (
        select from real_name.application where closed_at is null and id < ${id} limit ${COUNTED_MAX}) before) as ahead,
      (select ceil(percentile_cont(0.5) within group (order by extract(epoch from d.decided_at - a.submitted_at) / 60))::int
       from (select application_id, decided_at from real_name.decision where verdict <> 'reset' order by id desc limit ${RECENT_DECISIONS}) d
       cross join lateral (select submitted_at from real_name.application where id = d.application_id limit 1) a) as "usualMinutes"`.execute(
    tx,
  );
  return defined(rows[0], 'a select of one row');
}

/** One line of the reviewers' list. */
export interface ListedApplication {
  readonly id: string;
  readonly account: string;
  readonly nick: string;
  readonly document: IdentityDocument;
  readonly version: number;
  readonly realName: string;
  readonly number: string;
  readonly submittedAt: Date;
  readonly state: RealNameState;
  readonly decidedAt: Date | null;
  readonly isContested: boolean;
  /** By which the list is sorted. */
  readonly key: bigint;
}

interface ListedRow extends Omit<ListedApplication, 'realName' | 'number' | 'state'> {
  readonly verdict: Verdict | null;
  readonly detailsSealed: Buffer;
}

const STATE_OF: Readonly<Record<Verdict, RealNameState>> = {
  approve: 'approved',
  refuse: 'refused',
  reset: 'reset',
};
const VERDICT_OF = { approved: 'approve', refused: 'refuse', reset: 'reset' } as const;

export const stateOf = (verdict: Verdict | null | undefined): RealNameState =>
  verdict ? STATE_OF[verdict] : 'waiting';

/** Of other members who wait with the same number, or have been approved with it. */
const OTHERS = sql`
  from real_name.number_lookup mine
  join real_name.number_lookup theirs on theirs.hash = mine.hash
  join real_name.application b on b.id = theirs.application_id
  where mine.application_id = a.id and b.member_id <> a.member_id
    and (b.closed_at is null or exists (select from real_name.claim_lookup c where c.application_id = b.id))`;

const LISTED = sql`a.id::text, m.account, m.nick, a.document, a.version, a.details_sealed as "detailsSealed", a.submitted_at as "submittedAt",
  exists (select ${OTHERS}) as "isContested"`;

export interface ListFilter {
  readonly state: RealNameState;
  /** Behind this key of the page before. */
  readonly after: bigint | undefined;
  readonly account: string | undefined;
  readonly number: string | undefined;
  /** Days of the decision, or of the arrival of what waits. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Of what waits: for so many hours at least. */
  readonly ageHours?: number | undefined;
}

/** Lists applications: those that wait the oldest first, the others the last decided first. */
export async function listApplications(
  tx: Tx,
  filter: ListFilter,
  limit: number,
): Promise<ListedApplication[]> {
  const keys = keysOf(tx);
  const { account, number } = filter;
  const narrow = sql`
    ${account === undefined ? sql`` : sql`and a.member_id = (select id from member.member where account = ${account})`}
    ${number === undefined ? sql`` : sql`and a.id in (select application_id from real_name.number_lookup where hash = any(${keys.lookups(IDENTITY_NUMBER, number)}::bytea[]))`}`;
  const { rows } = await (
    filter.state === 'waiting'
      ? waiting(filter, narrow, limit)
      : decided({ ...filter, state: filter.state }, narrow, limit)
  ).execute(tx);
  return rows.map(({ detailsSealed, verdict, ...row }) => {
    const { realName, number: own } = openDetails(keys, { ...row, detailsSealed });
    return { ...row, realName, number: own, state: stateOf(verdict) };
  });
}

const day = sql.raw(`at time zone 'Asia/Taipei'`);
/** Days of Taipei, both included. */
const within = (at: RawBuilder<unknown>, { from, to }: Pick<ListFilter, 'from' | 'to'>) => sql`
  ${from === undefined ? sql`` : sql`and ${at} >= ${from}::date::timestamp ${day}`}
  ${to === undefined ? sql`` : sql`and ${at} < (${to}::date + 1)::timestamp ${day}`}`;

const waiting = (
  { after = 0n, ageHours, ...days }: ListFilter,
  narrow: RawBuilder<unknown>,
  limit: number,
) => sql<ListedRow>`
  select ${LISTED}, null as verdict, null as "decidedAt", a.id as key
  from real_name.application a join member.member m on m.id = a.member_id
  where a.closed_at is null and a.id > ${after} ${within(sql`a.submitted_at`, days)} ${narrow}
    ${ageHours === undefined ? sql`` : sql`and a.id <= (${lastOfAge(ageHours)})`}
  order by a.id limit ${limit}`;

/** Applications come in the order of their numbers: the last one of that age bounds the list, so that nobody reads those that are younger. */
const lastOfAge = (hours: number) => sql`
  select id from real_name.application
  where closed_at is null and submitted_at <= platform.app_now() - ${hours} * interval '1 hour'
  order by submitted_at desc, id desc limit 1`;

export async function countWaiting(tx: Tx): Promise<{ waiting: number; oldestAt: Date | null }> {
  const { rows } = await sql<{ waiting: number; oldestAt: Date | null }>`
    select (select count(*)::int from (
        select from real_name.application where closed_at is null limit ${COUNTED_MAX}) counted) as waiting,
      (select submitted_at from real_name.application where closed_at is null order by id limit 1) as "oldestAt"`.execute(
    tx,
  );
  return defined(rows[0], 'a select of one row');
}

type DecidedFilter = ListFilter & { readonly state: keyof typeof VERDICT_OF };

function decided({ state, after, ...days }: DecidedFilter, narrow: RawBuilder<unknown>, limit: number) {
  return sql<ListedRow>`
    select ${LISTED}, d.verdict, d.decided_at as "decidedAt", d.id as key
    from real_name.decision d join real_name.application a on a.id = d.application_id join member.member m on m.id = a.member_id
    where d.verdict = ${VERDICT_OF[state]} ${after === undefined ? sql`` : sql`and (d.decided_at, d.id) < (${decidedAt(after)}, ${after}::bigint)`} ${narrow}
      ${state === 'reset' ? sql`` : sql`and not exists (select from real_name.decision r where r.application_id = a.id and r.verdict = 'reset')`}
      ${within(sql`d.decided_at`, days)}
    order by d.decided_at desc, d.id desc limit ${limit}`;
}

/** The decision behind which a page begins names its time too: the list is read from a day downwards, by one index. */
const decidedAt = (id: bigint) => sql`(select k.decided_at from real_name.decision k where k.id = ${id})`;

/** What another member has handed in under the same number. */
export interface OtherApplication {
  readonly id: string;
  readonly account: string;
  readonly nick: string;
  readonly state: RealNameState;
}

export async function listOthers(tx: Tx, applicationId: string): Promise<OtherApplication[]> {
  const { rows } = await sql<Omit<OtherApplication, 'state'> & { isWaiting: boolean }>`
    select distinct other.id::text, other.account, other.nick, other."isWaiting"
    from real_name.application a, lateral (
      select b.id, m.account, m.nick, b.closed_at is null as "isWaiting"
      from (select b.id, b.member_id, b.closed_at ${OTHERS}) b join member.member m on m.id = b.member_id
    ) other
    where a.id = ${applicationId} order by 1`.execute(tx);
  return rows.map(({ isWaiting, ...row }) => ({ ...row, state: isWaiting ? 'waiting' : 'approved' }));
}

export interface Version {
  readonly id: string;
  readonly version: number;
  readonly submittedAt: Date;
}

/** The versions of a member, the newest first. */
export async function listVersions(tx: Tx, memberId: MemberId): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select id::text, version, submitted_at as "submittedAt" from real_name.application
    where member_id = ${memberId} order by version desc limit 100`.execute(tx);
  return rows;
}
