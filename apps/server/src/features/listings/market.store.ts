import { completionTenths, type LockerRecord } from '@holdfast/contract/orders';
import type { PayMethod } from '@holdfast/contract/rules';
import type { Coin, ListingId, MemberId, Minor, OrderId } from '@holdfast/kernel';
import { sql, type RawBuilder } from 'kysely';
import { idList, type Tx } from '#platform/db/db.ts';
import { LISTING, type Listing } from './listing.store.ts';

/** An open listing with what a viewer wants to know of its owner. */
export interface OpenListing extends Listing {
  /** Ranks of the owner's role, and of the owner inside it: the first keys of the market's order. */
  readonly roleRank: number;
  readonly ownerRank: number;
  readonly finished: number;
  readonly ended: number;
  readonly releaseSeconds: number | null;
  readonly tradedWithYou: number;
  /** One of the viewer's favourites. */
  readonly isFavourite: boolean;
  /** What the owner has sold, or bought, of the coin today. */
  readonly ownerUsedToday: Minor;
  /** The viewer's live order on it. */
  readonly ownOrderId: OrderId | null;
}

/** The keys by which the market is sorted. */
export interface MarketKeys {
  readonly roleRank: bigint;
  readonly ownerRank: bigint;
  readonly priceE4: bigint;
  readonly id: bigint;
}

/**
 * It can be locked now, if nothing else hinders: private ones, and others outside their hours, are in none of the market's indexes. One
 * whose turn is due, or whose time is up, is read and left out until the worker has dealt with it, before any limit: so for a moment it
 * costs a read and hides nobody behind it.
 */
const IS_OPEN = sql`state = 'OPEN' and not is_private and not is_out_of_hours and expires_at > platform.app_now() and hours_turn_at > platform.app_now()`;

/** Neither of the two has blocked the other. */
const isVisibleTo = (viewerId: MemberId) => sql`
  not exists (select from orders.block where member_id = ${viewerId} and other_id = l.owner_id)
  and not exists (select from orders.block where member_id = l.owner_id and other_id = ${viewerId})`;

type Side = Listing['side'];

/** Who locks a sell listing pays, who locks a buy listing is paid. */
const ownOrders = (viewerId: MemberId, side: Side) => sql`own as materialized (
  select id, listing_id from orders.orders where ${sql.ref(side === 'sell' ? 'payer_id' : 'payee_id')} = ${viewerId} and ended_at is null
)`;

/** The best price for the viewer first: of who buys, the highest. It is the expression of the market's indexes, letter by letter. */
const PRICE_KEY = sql`(case side when 'buy' then -price_e4 else price_e4 end)`;

const priceKeyOf = (side: Side, priceE4: bigint) => (side === 'sell' ? priceE4 : -priceE4);

/** What a viewer wants to know of the rows of `listing`, with their `role_rank`. */
const asOpen = (viewerId: MemberId) => sql`
  select ${LISTING}, listing.role_rank as "roleRank", listing.owner_rank as "ownerRank",
    coalesce(t.finished, 0) as finished, coalesce(t.ended, 0) as ended, t.release_seconds as "releaseSeconds",
    coalesce(orders.used_today(t, listing.coin, listing.side), 0) as "ownerUsedToday", coalesce(w.finished, 0) as "tradedWithYou",
    exists (select from orders.favourite where member_id = ${viewerId} and other_id = listing.owner_id) as "isFavourite",
    (select max(own.id)::text from own where own.listing_id = listing.id) as "ownOrderId"
  from listing
  left join orders.trader t on t.member_id = listing.owner_id
  left join orders.traded w
    on w.low_id = least(listing.owner_id, ${viewerId}::bigint) and w.high_id = greatest(listing.owner_id, ${viewerId}::bigint)`;

/** How a range of the market is sorted, and what of it lies behind the page before. */
interface Sorting {
  /** The ranges: each has a `rank`, by which they are merged. */
  readonly ranked: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  readonly isBehind: RawBuilder<unknown>;
}

interface Behind {
  readonly roleRank: bigint;
  readonly ownerRank: bigint;
  readonly priceKey: bigint;
  readonly id: bigint;
}

/** Behind the page before: the rest of the role that it ended in (of each role with the same rank), and all of the later ones. */
const byRule = ({ roleRank, ownerRank, priceKey, id }: Behind): Sorting => ({
  ranked: sql`(
    select role, sort_code + sort_offset as rank, sort_code + sort_offset > ${roleRank}::bigint as is_later
    from orders.role_rank where sort_code + sort_offset >= ${roleRank}::bigint
  )`,
  order: sql`l.owner_rank, ${PRICE_KEY}, l.id`,
  isBehind: sql`(l.owner_rank, ${PRICE_KEY}, l.id) > (
    case when role.is_later then -1 else ${ownerRank} end::smallint, case when role.is_later then 0 else ${priceKey}::bigint end,
    case when role.is_later then 0 else ${id}::bigint end)`,
});

/** All roles together, by the index of prices. Before the first page nothing is behind: the price of a buy listing counts below zero. */
const byPrice = (priceKey: bigint, id: bigint): Sorting => ({
  ranked: sql`(select 0 as rank)`,
  order: sql`${PRICE_KEY}, l.id`,
  isBehind: id === 0n ? sql`true` : sql`(${PRICE_KEY}, l.id) > (${priceKey}::bigint, ${id}::bigint)`,
});

interface MarketQuery {
  side: Side;
  coin: Coin;
  /** Only listings whose methods are one of these sets; undefined: all. */
  methodSets?: readonly (readonly PayMethod[])[] | undefined;
  /** Only listings of owners of one of these levels; undefined: of any. */
  levels?: readonly number[] | undefined;
  /** Only of the viewer's favourites. */
  isOfFavourites?: boolean;
  /** By price alone, whatever the ranks are: one range of an index, which knows no methods and no level. */
  isByPrice?: boolean;
  viewerId: MemberId;
  /** Sort keys of the last listing of the page before. */
  after: MarketKeys | undefined;
  limit: number;
}

/** The owner has the level and takes one of the methods, if any are named. */
const isSuitable = ({
  payMethods = null,
  levelMin,
}: {
  readonly payMethods: readonly PayMethod[] | null | undefined;
  readonly levelMin: number;
}) => sql<boolean>`
  l.owner_level >= ${levelMin} and (${payMethods}::text[] is null or l.pay_methods && ${payMethods}::text[])`;

/** The ranges of the index besides roles, and what says that a listing is in one. */
function rangesOf({ methodSets, levels, isOfFavourites, isByPrice = false, viewerId }: MarketQuery) {
  const ranges = sql.join(
    [
      sql`role`,
      methodSets && sql`cross join unnest(${methodSets.map((set) => `{${set.join()}}`)}::text[]) methods`,
      levels && sql`cross join unnest(${levels}::smallint[]) of_level`,
      isOfFavourites &&
        sql`cross join (select other_id from orders.favourite where member_id = ${viewerId}) favourite`,
    ].filter((part) => part !== undefined && part !== false),
    sql` `,
  );
  const isInRange = sql.join(
    [
      !isByPrice && sql`and l.owner_role = role.role`,
      methodSets && sql`and l.pay_methods = methods::text[]`,
      levels && sql`and l.owner_level = of_level`,
      isOfFavourites && sql`and l.owner_id = favourite.other_id and l.ended_at is null`,
    ].filter((part) => part !== undefined && part !== false),
    sql` `,
  );
  return { ranges, isInRange };
}

/** The first `limit` open listings of what the query asks for, in its order, with their `role_rank`. */
function inOrder(query: MarketQuery) {
  const { side, coin, isByPrice = false, after, limit } = query;
  const { roleRank, ownerRank, priceE4, id } = after ?? {
    roleRank: -1n,
    ownerRank: -1n,
    priceE4: 0n,
    id: 0n,
  };
  const priceKey = priceKeyOf(side, priceE4);
  const { ranges, isInRange } = rangesOf(query);
  const { ranked, order, isBehind } = isByPrice
    ? byPrice(priceKey, id)
    : byRule({ roleRank, ownerRank, priceKey, id });
  const first = (columns: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    select l.*, role.rank as role_rank
    from ${ranked} ${ranges} cross join lateral (
      select ${columns} from orders.listing l
      where l.coin = ${coin} and l.side = ${side} and ${IS_OPEN} and ${condition} ${isInRange} and ${isBehind}
      order by ${order} limit ${limit}
    ) l
    order by role.rank, ${order} limit ${limit}`;
  return { first, order };
}

/**
 * Open listings of one side and coin with what a viewer wants to know of their owners' orders, which is kept up as orders end. By the rank of the
 * owner's role, then by the owner's own, then the best price for the viewer, then the oldest: the rule that members are told. Each role is one range of the
 * index, so a role's rank is no column of the listing and changes in one row.
 */
export async function listOpenListings(tx: Tx, query: MarketQuery): Promise<OpenListing[]> {
  const { side, viewerId, isByPrice = false } = query;
  const { first } = inOrder(query);
  const { rows } = await sql<OpenListing>`
    with listing as materialized (${first(sql`*`, isVisibleTo(viewerId))}), ${ownOrders(viewerId, side)}
    ${asOpen(viewerId)}
    order by listing.role_rank, ${isByPrice ? sql`` : sql`listing.owner_rank, `}${PRICE_KEY}, listing.id`.execute(
    tx,
  );
  return rows;
}

/** A listing that was looked at to see whether it is one of those that are asked for. */
export interface Looked extends MarketKeys {
  readonly ownerId: MemberId;
  readonly isSuitable: boolean;
}

/** As few columns as it takes: the rows of two roles are sorted, and most of them are thrown away. */
const LOOKED_AT = sql`id, owner_id, owner_rank, owner_level, side, price_e4, pay_methods`;

/**
 * The first listings of what the query asks for, where its index does not know all that is asked: no more than which they are, whose, and whether they
 * suit. So the next ones cost the same however few suit, and nothing is read of the others.
 */
export async function lookAtListings(
  tx: Tx,
  query: MarketQuery & Parameters<typeof isSuitable>[0],
): Promise<Looked[]> {
  const { first, order } = inOrder(query);
  const { rows } = await sql<Looked>`
    select l.role_rank::bigint as "roleRank", l.owner_rank::bigint as "ownerRank", l.price_e4 as "priceE4", l.id,
      l.owner_id::text as "ownerId", ${isSuitable(query)} and ${isVisibleTo(query.viewerId)} as "isSuitable"
    from (${first(LOOKED_AT, sql`true`)}) l order by l.role_rank, ${order}`.execute(tx);
  return rows;
}

/** Those of the listings that are open still, in the order of their numbers in `ids`. */
export async function listOpenByIds(
  tx: Tx,
  {
    ids,
    side,
    viewerId,
  }: { readonly ids: readonly bigint[]; readonly side: Side; readonly viewerId: MemberId },
): Promise<OpenListing[]> {
  const { rows } = await sql<OpenListing>`
    with listing as materialized (
      select l.*, 0 as role_rank, asked.at
      from unnest(${ids.map(String)}::bigint[]) with ordinality asked(id, at) join orders.listing l on l.id = asked.id
      where ${IS_OPEN}
    ), ${ownOrders(viewerId, side)}
    ${asOpen(viewerId)} order by listing.at`.execute(tx);
  return rows;
}

/** How many of the best priced listings that are open now are looked at for the best offer: it costs the same however many there are. */
const BEST_OF = 500;
/** Of one owner so many are looked at closely: one that is busy may have another one that is free, and nobody fills a page. */
const OF_AN_OWNER = 3;

/** The locker meets the conditions: `unmetConditions` of the contract. */
const isMetBy = ({ level, finished, ended, days }: LockerRecord) => sql`
  l.min_level <= ${level}::int and l.min_finished <= ${finished}::int and l.min_days <= ${days}::int
  and l.min_completion * 10 <= ${completionTenths({ finished, ended }) ?? 0}::int`;

/**
 * The best priced open listings that could serve `quantity` and whose conditions the viewer meets: the first that the viewer may take is the best offer.
 * Conditions are asked here, for what somebody cannot take must not fill the few that are looked at closely.
 */
export async function listBest(
  tx: Tx,
  query: {
    readonly side: Side;
    readonly coin: Coin;
    readonly quantity: bigint;
    readonly payMethods: readonly PayMethod[] | undefined;
    readonly levelMin: number;
    readonly viewerId: MemberId;
    readonly record: LockerRecord;
    readonly without: ListingId | undefined;
    readonly withoutOwners: readonly MemberId[];
    readonly limit: number;
  },
): Promise<OpenListing[]> {
  const { side, coin, quantity, payMethods, levelMin, viewerId, record, without, withoutOwners, limit } =
    query;
  const { rows } = await sql<OpenListing>`
    with listing as materialized (
      select l.*, 0 as role_rank
      from (
        select l.*, row_number() over (partition by l.owner_id order by ${PRICE_KEY}, l.id) as of_owner
        from (
          select * from orders.listing
          where coin = ${coin} and side = ${side} and ${IS_OPEN} and owner_id <> all(${idList(withoutOwners)})
          order by ${PRICE_KEY}, id limit ${BEST_OF}
        ) l
        where l.owner_id <> ${viewerId} and l.remaining >= ${quantity} and l.max_quantity >= ${quantity}
        and (l.min_quantity <= ${quantity} or l.remaining = ${quantity}) and (l.locked = 0 or l.multi_locks)
        and ${isSuitable({ payMethods, levelMin })}
        and l.id is distinct from ${without ?? null}::bigint and ${isMetBy(record)} and ${isVisibleTo(viewerId)}
      ) l
      where l.of_owner <= ${OF_AN_OWNER}
      order by ${PRICE_KEY}, l.id limit ${limit}
    ), ${ownOrders(viewerId, side)}
    ${asOpen(viewerId)}
    order by ${PRICE_KEY}, listing.id`.execute(tx);
  return rows;
}

/** A listing as the market would show it, in whatever state; undefined where one of the two has blocked the other. */
export async function findAsOffered(
  tx: Tx,
  { id, side, viewerId }: { readonly id: ListingId; readonly side: Side; readonly viewerId: MemberId },
): Promise<OpenListing | undefined> {
  const { rows } = await sql<OpenListing>`
    with listing as materialized (
      select l.*, 0 as role_rank from orders.listing l where l.id = ${id} and ${isVisibleTo(viewerId)}
    ), ${ownOrders(viewerId, side)}
    ${asOpen(viewerId)}`.execute(tx);
  return rows[0];
}
