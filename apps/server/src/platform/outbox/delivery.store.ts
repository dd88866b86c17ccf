import { sql } from 'kysely';
import { toMemberId, type MemberId } from '@holdfast/kernel';
import type { Database, Tx } from '#platform/db/db.ts';
import { daysAgo, sweep, sweepUnneeded } from '#platform/db/sweep.ts';
import { unflushed } from '#platform/db/unflushed.ts';
import type { Notice } from './carrier.ts';
import { PAUSE_ASKED_SECONDS_MAX, PAUSE_SECONDS_MAX, PAUSE_SECONDS_MIN } from './delivery.rules.ts';

/**
 * What is to be sent to whom. All of it is single statements that take locks with SKIP LOCKED or of one row, and none waits for the disk: a mark
 * that a crash takes away only lets a message be sent again.
 */

/** A subscription that this process alone sends to, until its lease ends. */
export interface Claimed {
  readonly subscriptionId: bigint;
  readonly lane: string;
  readonly sentSeq: bigint;
  readonly news: bigint;
  readonly lease: bigint;
  readonly tries: number;
  /** Whether its service has ever taken a message for it. */
  readonly hasTaken: boolean;
  /** Undefined of one that has ended. */
  readonly to: { readonly key: string; readonly memberId: MemberId } | undefined;
}

interface ClaimedRow extends Omit<Claimed, 'to'> {
  readonly key: string | null;
  readonly memberId: bigint | null;
}

const toClaimed = ({ key, memberId, ...row }: ClaimedRow): Claimed => ({
  ...row,
  to: key === null || memberId === null ? undefined : { key, memberId: toMemberId(memberId) },
});

export interface ClaimBounds {
  readonly carrier: string;
  readonly leaseSeconds: number;
}

/**
 * Claims what is due in the lanes that work, at most `perLane` of each and none of `full`: one half by the newest news, the other by who has waited
 * longest. So neither what is new waits for a backlog, nor is what is old put off for ever.
 */
export async function claimDeliveries(
  db: Database,
  { carrier, leaseSeconds, perLane, full }: ClaimBounds & { perLane: number; full: readonly string[] },
): Promise<Claimed[]> {
  const half = Math.ceil(perLane / 2);
  const due = (order: ReturnType<typeof sql>) => sql`
    select d.subscription_id from platform.lane l cross join lateral (
      select subscription_id from platform.delivery
      where carrier = ${carrier} and lane = l.lane and due_at <= platform.app_now()
      order by ${order} limit ${half}::int for update skip locked
    ) d
    where l.carrier = ${carrier} and l.failing_since is null and l.lane <> all(${full}::text[])`;
  const { rows } = await sql<ClaimedRow>`
    with newest as (${due(sql`newest_at desc`)}), oldest as (${due(sql`due_at`)}),
    picked as (select * from newest union select * from oldest)
    update platform.delivery d
    set due_at = platform.app_now() + make_interval(secs => ${leaseSeconds}::int), lease = d.lease + 1
    from picked left join platform.subscription s on s.id = picked.subscription_id
    where d.subscription_id = picked.subscription_id
    returning d.subscription_id as "subscriptionId", d.lane, d.sent_seq as "sentSeq", d.news, d.lease, d.tries, d.has_taken as "hasTaken", s.key,
              s.member_id as "memberId", ${unflushed(db)}`.execute(db);
  return rows.map(toClaimed);
}

/**
 * Claims one delivery of each lane whose pause is over: whether its service works again. One to an address that has taken a message before, if such
 * a one waits, for another may be made up. The lane is paused as long as the lease.
 */
export async function claimProbes(
  db: Database,
  { carrier, leaseSeconds }: ClaimBounds,
): Promise<(Claimed & { readonly isProbe: true })[]> {
  const waiting = (which: ReturnType<typeof sql>) => sql`
    select subscription_id from platform.delivery
    where carrier = ${carrier} and lane = paused.lane and due_at <= platform.app_now() and ${which}
    order by newest_at desc limit 1 for update skip locked`;
  const { rows } = await sql<ClaimedRow>`
    with paused as (
      select lane from platform.lane where carrier = ${carrier} and paused_until <= platform.app_now() for update skip locked
    ), picked as (
      select coalesce(proven.subscription_id, other.subscription_id) as subscription_id, paused.lane from paused
      left join lateral (${waiting(sql`has_taken`)}) proven on true
      left join lateral (${waiting(sql`proven.subscription_id is null`)}) other on true
      where coalesce(proven.subscription_id, other.subscription_id) is not null
    ), probed as (
      update platform.lane l set paused_until = platform.app_now() + make_interval(secs => ${leaseSeconds}::int)
      from picked where l.carrier = ${carrier} and l.lane = picked.lane
    )
    update platform.delivery d
    set due_at = platform.app_now() + make_interval(secs => ${leaseSeconds}::int), lease = d.lease + 1
    from picked left join platform.subscription s on s.id = picked.subscription_id
    where d.subscription_id = picked.subscription_id
    returning d.subscription_id as "subscriptionId", d.lane, d.sent_seq as "sentSeq", d.news, d.lease, d.tries, d.has_taken as "hasTaken", s.key,
              s.member_id as "memberId", ${unflushed(db)}`.execute(db);
  return rows.map((row) => ({ ...toClaimed(row), isProbe: true }));
}

type Mine = Pick<Claimed, 'subscriptionId' | 'lease'>;
const isMine = ({ subscriptionId, lease }: Mine) =>
  sql`subscription_id = ${subscriptionId} and lease = ${lease}`;

/** Everything up to `sentSeq` was sent or skipped. Idle, unless something new has come since the claim. */
export async function markSent(
  db: Database,
  claimed: Pick<Claimed, 'subscriptionId' | 'lease' | 'news' | 'hasTaken'>,
  sentSeq: bigint,
): Promise<void> {
  await sql`
    update platform.delivery
    set sent_seq = ${sentSeq}, tries = 0, has_taken = ${claimed.hasTaken},
        due_at = case when news > ${claimed.news} then platform.app_now() end,
        waiting_since = case when news > ${claimed.news} then newest_at end
    where ${isMine(claimed)} returning ${unflushed(db)}`.execute(db);
}

/** Something is left to send: it is due after `seconds`. */
export async function putOff(
  db: Database,
  claimed: Mine & Pick<Claimed, 'hasTaken'>,
  { sentSeq, tries, seconds }: { sentSeq: bigint; tries: number; seconds: number },
): Promise<void> {
  await sql`
    update platform.delivery
    set sent_seq = ${sentSeq}, tries = ${tries}, has_taken = ${claimed.hasTaken}, due_at = platform.app_now() + make_interval(secs => ${seconds}::int)
    where ${isMine(claimed)} returning ${unflushed(db)}`.execute(db);
}

/**
 * The message could not be sent and counts as passed; what comes after it is due. In one statement: it is in one of both places. An address that
 * never took anything leaves no letter: whoever makes one up would fill the operators' list.
 */
export async function bury(
  db: Database,
  { carrier, claimed, notice }: { carrier: string; claimed: Claimed; notice: Notice },
  { tries, reason }: { tries: number; reason: string },
): Promise<void> {
  await sql`
    with passed as (
      update platform.delivery set sent_seq = ${notice.seq}, tries = 0, has_taken = ${claimed.hasTaken}, due_at = platform.app_now()
      where ${isMine(claimed)} returning subscription_id, lane
    )
    insert into platform.dead_letter (subscription_id, carrier, lane, member_id, seq, type, reason, tries)
    select subscription_id, ${carrier}, lane, ${notice.memberId}::bigint, ${notice.seq}::bigint, ${notice.type}, ${reason}, ${tries}::int
    from passed where ${claimed.hasTaken} on conflict do nothing`.execute(db);
}

/** The service knows the address no more. */
export async function forget(db: Database, subscriptionId: bigint): Promise<void> {
  await sql`
    with ended as (delete from platform.subscription where id = ${subscriptionId}),
         letters as (delete from platform.dead_letter where subscription_id = ${subscriptionId})
    delete from platform.delivery where subscription_id = ${subscriptionId}`.execute(db);
}

/** Pauses a lane, each time twice as long as before. One that is paused already is left alone, unless this was its probe. */
export async function pauseLane(
  db: Database,
  where: { readonly carrier: string; readonly lane: string },
  why: { readonly reason: string; readonly seconds: number | undefined; readonly isProbe: boolean },
): Promise<boolean> {
  const doubled = sql`least(coalesce(pause_seconds * 2, ${PAUSE_SECONDS_MIN}::int), ${PAUSE_SECONDS_MAX}::int)`;
  const asked = why.seconds === undefined ? null : Math.min(Math.ceil(why.seconds), PAUSE_ASKED_SECONDS_MAX);
  const pause = sql`coalesce(${asked}::int, ${doubled})`;
  const { rows } = await sql`
    update platform.lane
    set failing_since = coalesce(failing_since, platform.app_now()), pause_seconds = ${pause}, reason = ${why.reason},
        paused_until = platform.app_now() + make_interval(secs => ${pause})
    where carrier = ${where.carrier} and lane = ${where.lane} and (failing_since is null or ${why.isProbe}::boolean)
    returning ${unflushed(db)}`.execute(db);
  return rows.length > 0;
}

/** The probe of a paused lane has asked its service nothing: another delivery is the probe, as soon as there is one. */
export async function probeNext(db: Database, where: { carrier: string; lane: string }): Promise<void> {
  await sql`
    update platform.lane set paused_until = platform.app_now()
    where carrier = ${where.carrier} and lane = ${where.lane} and failing_since is not null
    returning ${unflushed(db)}`.execute(db);
}

/** The lane works: everything that waits in it may be sent. */
export async function resumeLane(db: Database, where: { carrier: string; lane: string }): Promise<void> {
  await sql`
    update platform.lane set failing_since = null, paused_until = null, pause_seconds = null, reason = null
    where carrier = ${where.carrier} and lane = ${where.lane} and failing_since is not null
    returning ${unflushed(db)}`.execute(db);
}

/** How long the oldest hint and the oldest delivery of each carrier have waited, what is dead and which lanes fail. */
export interface OutboxState {
  readonly hintsSeconds: number;
  readonly carriers: readonly {
    readonly carrier: string;
    readonly waitingSeconds: number;
    readonly failingLanes: number;
    readonly deadLetters: number;
  }[];
}

/** Of the lane `l`. */
const WAITING_LONGEST = sql`
  select waiting_since from platform.delivery w
  where w.carrier = l.carrier and w.lane = l.lane and due_at is not null order by waiting_since limit 1`;

async function readHintsLag(db: Database | Tx): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from clock_timestamp() - created_at)::float8 as seconds from platform.outbox order by id limit 1`.execute(
    db,
  );
  return rows[0]?.seconds ?? 0;
}

export async function readOutboxState(db: Database, carriers: readonly string[]): Promise<OutboxState> {
  const { rows } = await sql<OutboxState['carriers'][number]>`
    select carrier,
      coalesce((select extract(epoch from platform.app_now() - min(d.waiting_since))::float8
        from platform.lane l cross join lateral (${WAITING_LONGEST}) d where l.carrier = c.carrier), 0) as "waitingSeconds",
      (select count(*)::int from platform.lane l where l.carrier = c.carrier and failing_since is not null) as "failingLanes",
      (select count(*)::int from platform.dead_letter l where l.carrier = c.carrier) as "deadLetters"
    from unnest(${carriers}::text[]) c (carrier)`.execute(db);
  return { hintsSeconds: await readHintsLag(db), carriers: rows };
}

/** A push service as operators see it. */
export interface LaneState {
  readonly carrier: string;
  readonly lane: string;
  /** Of the oldest delivery that waits. */
  readonly waitingSince: Date | null;
  readonly failingSince: Date | null;
  readonly pausedUntil: Date | null;
  readonly reason: string | null;
}

/** There are as many as services are listed; those that fail come first. */
const LANES_MAX = 100;

/** How long the oldest hint waits, and each lane. Reads one row of the queue of each. */
export async function readLanes(tx: Tx): Promise<{ relaySeconds: number; lanes: LaneState[] }> {
  const { rows } = await sql<LaneState>`
    select carrier, lane, failing_since as "failingSince", paused_until as "pausedUntil", reason,
      (${WAITING_LONGEST}) as "waitingSince"
    from platform.lane l order by failing_since, carrier, lane limit ${LANES_MAX}`.execute(tx);
  return { relaySeconds: Math.round(await readHintsLag(tx)), lanes: rows };
}

const LETTER_DAYS = 30;

/** Deletes deliveries and dead letters of subscriptions that have ended, and letters that nobody has looked at for a month. */
export async function sweepDeliveries(db: Database): Promise<void> {
  const isEnded = sql`not exists (select from platform.subscription s where s.id = subscription_id)`;
  await sweepUnneeded(db, 'platform.delivery', isEnded);
  await sweepUnneeded(db, 'platform.dead_letter', isEnded);
  await sweep(db, { table: 'platform.dead_letter', column: 'at', before: daysAgo(LETTER_DAYS) });
}
