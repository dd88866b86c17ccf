import type { ListingId, MemberId, Minor, OrderId } from '@holdfast/kernel';
import { sql, type RawBuilder } from 'kysely';
import { idList, type Tx } from '#platform/db/db.ts';
import { USE_COLUMNS, useColumn } from './day-use.store.ts';
import type { Listing } from './listing.store.ts';

/** What decides, beside the listing, whether a member may lock some of it. */
export interface LockerFacts {
  readonly lockerId: MemberId;
  /** A live order that the locker has on it. */
  readonly ownOrderId: OrderId | null;
  /** How many live orders the locker has, on whatever listing. */
  readonly liveLocks: number;
  /** How many an operator allows them; null: what their level says. */
  readonly ownLocksMax: number | null;
  readonly finished: number;
  readonly ended: number;
  /** Owner or locker has blocked the other. */
  readonly isBlocked: boolean;
  /** Until when they place no order, having cancelled too often; null: they may. */
  readonly blockedUntil: Date | null;
  /** Cancels by own fault today, where they may not. */
  readonly ownFault: number;
  /** What the locker and the listing's owner have bought or sold of its coin today, each on the side that they have in it. */
  readonly usedToday: Minor;
  readonly ownerUsedToday: Minor;
}

export async function findLockerFacts(
  tx: Tx,
  { id, lockers }: { id: ListingId; lockers: readonly MemberId[] },
): Promise<LockerFacts[]> {
  // Each side of an order has an index of its live ones, in the order that is asked for here; no other index has it. With `=` the order would be that of the
  // ids alone: where few are paid for many orders, the newest was looked for backwards through all of them, and not found for who has none. Without an
  // order, a database whose tables were never analysed reads all live ones.
  const newestOwn = (side: RawBuilder<unknown>) => sql`(
        select id from orders.orders where ${side} between locker.id and locker.id and locker_id = locker.id and listing_id = ${id} and ended_at is null
        order by ${side}, id desc limit 1)`;
  const { rows } = await sql<LockerFacts>`
    with of as materialized (
      select owner_id, coin, side as "ownerSide", case side when 'sell' then 'buy' else 'sell' end as "lockerSide"
      from orders.listing where id = ${id}
    )
    select locker.id::text as "lockerId",
      (case (select "lockerSide" from of) when 'buy' then ${newestOwn(sql`payer_id`)} else ${newestOwn(sql`payee_id`)} end)::text as "ownOrderId",
      coalesce(trader.live_locks, 0) as "liveLocks", trader.locks_max as "ownLocksMax",
      coalesce(trader.finished, 0) as finished, coalesce(trader.ended, 0) as ended,
      exists (select from orders.block join of on true
              where (member_id, other_id) in ((locker.id, of.owner_id), (of.owner_id, locker.id))) as "isBlocked",
      coalesce((select orders.used_today(trader.whole, of.coin, of."lockerSide") from of where trader.member_id is not null), 0) as "usedToday",
      coalesce((select orders.used_today(t, of.coin, of."ownerSide") from of join orders.trader t on t.member_id = of.owner_id), 0) as "ownerUsedToday",
      coalesce(cancels.own_fault, 0) as "ownFault", cancels.blocked_until as "blockedUntil"
    from unnest(${idList(lockers)}) as locker (id)
    -- The bound keeps each a look-up of its own: where few have traded yet, a join reads them all, and goes on so while they become many.
    left join lateral (select t as whole, t.* from orders.trader t where t.member_id = locker.id limit 1) trader on true
    left join lateral (
      select own_fault, blocked_until from orders.cancel_day c where c.member_id = locker.id
        and c.day = (platform.app_now() at time zone 'Asia/Taipei')::date and c.blocked_until > platform.app_now() limit 1
    ) cancels on true`.execute(tx);
  return rows;
}

/** A party of new orders: what counts of them for it, and up to what. */
interface Counted {
  readonly memberId: MemberId;
  readonly quantity: bigint;
  /** What the member may buy or sell in a day. */
  readonly dayMax: bigint;
}

/** What members take out of a listing at once. */
export interface Taking {
  /** As it was read and decided on. */
  readonly listing: Pick<Listing, 'id' | 'version' | 'remaining' | 'locked' | 'coin' | 'side'>;
  readonly quantity: bigint;
  /** Each with the number of live orders that they may have. */
  readonly lockers: readonly (Counted & { readonly cap: number })[];
  readonly owner: Counted;
}

/**
 * Takes a quantity out of a listing for new orders, one of each locker's slots for live orders, and a part of what each of them and the owner may
 * trade in a day: by conditional updates, so that none is exceeded by parallel locks. The listing's row lock begins here and is held until the
 * commit, so whatever can be read or decided without it was before. Returns those who have no slot or too little of the day left, or `changed`: the
 * listing is not what it was when it was read. A lock that began before midnight and ends after one of the next day counts for that.
 */
export async function takeFromListing(
  tx: Tx,
  { listing: { id, version, remaining, locked, coin, side }, quantity, lockers, owner }: Taking,
): Promise<{ readonly missed: readonly MemberId[] } | 'changed'> {
  const parties = [...lockers, { ...owner, cap: null }];
  const ofLocker = useColumn(coin, side === 'sell' ? 'buy' : 'sell');
  const ofOwner = useColumn(coin, side);
  const kept = (column: RawBuilder<unknown>) =>
    sql`case when t.use_day >= excluded.use_day then t.${column} else 0 end + excluded.${column}`;
  const { rows } = await sql<{ missed: MemberId[] }>`
    with taken as (
      update orders.listing
      set remaining = remaining - ${quantity}, locked = locked + ${quantity},
          state = case when remaining = ${quantity} then 'FILLED' else state end
      where id = ${id} and version = ${version} and state = 'OPEN' and remaining = ${remaining} and locked = ${locked}
      returning 1
    ), party as (
      select * from unnest(${parties.map(({ memberId }) => memberId)}::bigint[], ${parties.map(({ cap }) => cap)}::int[],
        ${parties.map((party) => party.quantity)}::bigint[], ${parties.map(({ dayMax }) => dayMax)}::bigint[]) p (member_id, cap, quantity, day_max)
    ), place as (
      insert into orders.trader as t (member_id, live_locks, use_day, ${ofLocker}, ${ofOwner})
      select member_id, case when cap is null then 0 else 1 end, (platform.app_now() at time zone 'Asia/Taipei')::date,
        case when cap is null then 0 else quantity end, case when cap is null then quantity else 0 end
      from taken, party where quantity <= day_max order by member_id
      on conflict (member_id) do update
      set live_locks = t.live_locks + excluded.live_locks, use_day = greatest(t.use_day, excluded.use_day),
          ${sql.join(USE_COLUMNS.map((column) => sql`${column} = ${kept(column)}`))}
        where (
          select (p.cap is null or t.live_locks < p.cap)
            and case when p.cap is null then ${kept(ofOwner)} else ${kept(ofLocker)} end <= p.day_max
          from party p where p.member_id = excluded.member_id)
      returning member_id
    )
    select array(select member_id::text from party where member_id not in (select member_id from place)) as missed
    from taken`.execute(tx);
  return rows[0] ?? 'changed';
}
