import type { MemberRole, SortCode } from '@holdfast/contract/member';
import { RATINGS_COUNTED } from '@holdfast/contract/orders';
import { defined, type MemberId, type OperatorId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

/** What operators say of a member's trading. */
export interface Trader extends SortCode {
  readonly role: MemberRole;
  /** Orders in progress that an operator allows; null: what the level says. */
  readonly locksMax: number | null;
  /** Listings take several lockers at once. */
  readonly multiLocks: boolean;
  readonly liveLocks: number;
  readonly finished: number;
  readonly ended: number;
}

const TRADER = sql`role, sort_code as code, sort_offset as "offset", locks_max as "locksMax", multi_locks as "multiLocks",
  live_locks as "liveLocks", finished, ended`;

/** Of somebody who has no row yet, what every row begins with. */
export async function findTrader(tx: Tx, memberId: MemberId): Promise<Trader> {
  const { rows } = await sql<Trader>`
    select ${TRADER} from orders.trader where member_id = ${memberId}
    union all select 'member', 1000, 0, null, false, 0, 0, 0 limit 1`.execute(tx);
  return defined(rows[0], 'a trader or the beginning of one');
}

export interface TraderFigures {
  readonly finished: number;
  readonly ended: number;
  readonly partners: number;
  readonly disputesLost: number;
  readonly disputesWon: number;
  readonly releaseSeconds: number | null;
  readonly paySeconds: number | null;
  readonly finishedLately: number;
  /** Whole NT$. */
  readonly paidLately: bigint;
}

/** The rows of 30 days at most, and one of all the past. */
export async function findFigures(tx: Tx, memberId: MemberId): Promise<TraderFigures> {
  const { rows } = await sql<TraderFigures>`
    select coalesce(t.finished, 0) as finished, coalesce(t.ended, 0) as ended, coalesce(t.partners, 0) as partners,
      coalesce(t.disputes_lost, 0) as "disputesLost", coalesce(t.disputes_won, 0) as "disputesWon",
      t.release_seconds as "releaseSeconds", t.pay_seconds as "paySeconds", d.finished as "finishedLately", d.paid as "paidLately"
    from (
      select coalesce(sum(finished), 0)::int as finished, coalesce(sum(pay_twd), 0)::bigint as paid
      from orders.trader_day
      where member_id = ${memberId} and day > (platform.app_now() at time zone 'Asia/Taipei')::date - 30
    ) d left join orders.trader t on t.member_id = ${memberId}`.execute(tx);
  return defined(rows[0], 'a sum is one row');
}

export interface RatingFigures {
  readonly count: number;
  /** Null of none. */
  readonly average: string | null;
  readonly recommendPercent: number | null;
}

/** Of the newest ratings that are shown. */
export async function findRatingFigures(tx: Tx, memberId: MemberId): Promise<RatingFigures> {
  const { rows } = await sql<RatingFigures>`
    select count(*)::int as count, round(avg(stars), 1)::text as average, round(100 * avg(recommends::int))::int as "recommendPercent"
    from (
      select stars, recommends from orders.rating
      where rated_id = ${memberId} and shown_from <= platform.app_now() order by id desc limit ${RATINGS_COUNTED}
    ) newest`.execute(tx);
  return defined(rows[0], 'an average is one row');
}

/** With the trader's row lock. The live listings are held first, as an order that ends takes them. */
export async function selectTraderForUpdate(tx: Tx, memberId: MemberId): Promise<Trader> {
  await sql`
    select from orders.listing where owner_id = ${memberId} and ended_at is null order by id for no key update`.execute(
    tx,
  );
  const { rows } = await sql<Trader>`
    insert into orders.trader as t (member_id) values (${memberId})
    on conflict (member_id) do update set live_locks = t.live_locks returning ${TRADER}`.execute(tx);
  return defined(rows[0], 'an insert of one row');
}

/** Changes what operators say of a trader, whose row lock is held, and has the live listings follow. */
export async function saveTrader(
  tx: Tx,
  memberId: MemberId,
  { role, code, offset, locksMax, multiLocks }: Trader,
): Promise<void> {
  await sql`
    update orders.trader
    set role = ${role}, sort_code = ${code}, sort_offset = ${offset}, locks_max = ${locksMax}, multi_locks = ${multiLocks}
    where member_id = ${memberId}`.execute(tx);
  await sql`
    update orders.listing set owner_role = ${role}, owner_rank = ${code + offset}, multi_locks = ${multiLocks}
    where owner_id = ${memberId} and ended_at is null`.execute(tx);
}

/** The live listings of a member, whose row lock is held, follow the member's level. */
export async function followLevel(tx: Tx, memberId: MemberId, level: number): Promise<void> {
  await sql`
    with own as materialized (
      select id from orders.listing where owner_id = ${memberId} and ended_at is null order by id for no key update
    )
    update orders.listing l set owner_level = ${level} from own where l.id = own.id`.execute(tx);
}

export interface RoleRank extends SortCode {
  readonly role: MemberRole;
  readonly changedBy: OperatorId | null;
  readonly changedAt: Date | null;
}

const ROLE_RANK = sql`
  select role, sort_code as code, sort_offset as "offset", changed_by::text as "changedBy", changed_at as "changedAt" from orders.role_rank`;

export async function listRoleRanks(tx: Tx): Promise<RoleRank[]> {
  const { rows } = await sql<RoleRank>`${ROLE_RANK} order by sort_code + sort_offset, role`.execute(tx);
  return rows;
}

export async function findRoleRank(tx: Tx, role: MemberRole): Promise<RoleRank> {
  const { rows } = await sql<RoleRank>`${ROLE_RANK} where role = ${role}`.execute(tx);
  return defined(rows[0], 'each role has its row');
}

export async function selectRoleRankForUpdate(tx: Tx, role: MemberRole): Promise<RoleRank> {
  const { rows } = await sql<RoleRank>`${ROLE_RANK} where role = ${role} for no key update`.execute(tx);
  return defined(rows[0], 'each role has its row');
}

export async function saveRoleRank(
  tx: Tx,
  { role, code, offset, operatorId }: SortCode & { role: MemberRole; operatorId: OperatorId },
): Promise<void> {
  await sql`
    update orders.role_rank
    set sort_code = ${code}, sort_offset = ${offset}, changed_by = ${operatorId}, changed_at = platform.app_now()
    where role = ${role}`.execute(tx);
}
