import type {
  Conditions,
  ListingPause,
  ListingState,
  SuspensionReason,
  TradingHours,
} from '@holdfast/contract/orders';
import type { PayMethod } from '@holdfast/contract/rules';
import {
  defined,
  type CardId,
  type Coin,
  type ListingId,
  type MemberId,
  type Minor,
  type PayAccountId,
  type PriceE4,
} from '@holdfast/kernel';
import { sql } from 'kysely';
import { sendLater, type Tx } from '#platform/db/db.ts';
import { NEWEST } from '#platform/paging/paging.ts';
import { REMARK, type ListingRemark } from './remark.store.ts';
import type { HoursTurn } from './listing.rules.ts';

export interface Listing {
  readonly id: ListingId;
  readonly ownerId: MemberId;
  readonly version: number;
  readonly side: 'sell' | 'buy';
  readonly coin: Coin;
  readonly state: ListingState;
  readonly quantity: Minor;
  /** What nobody has locked yet. */
  readonly remaining: Minor;
  /** What live orders hold. */
  readonly locked: Minor;
  readonly priceE4: PriceE4;
  readonly minQuantity: Minor;
  readonly maxQuantity: Minor;
  readonly payWindowMinutes: number;
  readonly cardIds: readonly CardId[];
  readonly payAccountIds: readonly PayAccountId[];
  /** Those of its cards and pay accounts; of a buy listing, those by which its owner can pay. */
  readonly payMethods: readonly PayMethod[];
  readonly multiLocks: boolean;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  /** The owner accepts each order first. */
  readonly askFirst: boolean;
  /** Only who has its link can open and lock it. */
  readonly isPrivate: boolean;
  readonly remark: ListingRemark | null;
  readonly conditions: Conditions;
  /** In which hours of the day others may lock it; null: always. */
  readonly hours: TradingHours | null;
  /** What orders cost, in basis points, when the owner has last agreed to it; null: nobody has kept it. */
  readonly feeAgreed: number | null;
  readonly ttlHours: number;
  /** When its clock ends, or would have ended. */
  readonly expiresAt: Date;
  /** What its end gave back; 0 while it lives. */
  readonly restAtEnd: Minor;
  readonly pausedBecause: ListingPause | null;
  readonly suspendedBecause: SuspensionReason | null;
}

/** The columns of `orders.listing` as a `Listing`. Its `id` is a text, so sorting names the column: `listing.id`. */
export const LISTING = sql`listing.id::text, listing.owner_id::text as "ownerId", listing.version, listing.side, listing.coin, listing.state,
  listing.quantity, listing.remaining, listing.locked, listing.price_e4 as "priceE4", listing.min_quantity as "minQuantity",
  listing.max_quantity as "maxQuantity", listing.pay_window_minutes as "payWindowMinutes", listing.card_ids::text[] as "cardIds",
  listing.pay_account_ids::text[] as "payAccountIds", listing.pay_methods as "payMethods",
  listing.multi_locks as "multiLocks", listing.created_at as "createdAt", listing.ended_at as "endedAt", listing.ask_first as "askFirst", listing.is_private as "isPrivate", ${REMARK} as remark, listing.fee_agreed as "feeAgreed",
  json_build_object('minLevel', listing.min_level, 'minFinished', listing.min_finished, 'minDays', listing.min_days,
    'minCompletion', listing.min_completion) as conditions,
  case when listing.hours_from is not null then json_build_object('from', listing.hours_from, 'to', listing.hours_to) end as hours, listing.ttl_hours as "ttlHours",
  listing.expires_at as "expiresAt", listing.rest_at_end as "restAtEnd", listing.paused_because as "pausedBecause",
  listing.suspended_because as "suspendedBecause"`;

export interface NewListing {
  readonly ownerId: MemberId;
  readonly side: 'sell' | 'buy';
  readonly state: ListingState;
  readonly coin: Coin;
  readonly quantity: Minor;
  readonly priceE4: PriceE4;
  readonly minQuantity: Minor;
  readonly maxQuantity: Minor;
  readonly payWindowMinutes: number;
  readonly cardIds: readonly CardId[];
  readonly payAccountIds: readonly PayAccountId[];
  readonly payMethods: readonly PayMethod[];
  readonly ttlHours: number;
  readonly askFirst: boolean;
  readonly isPrivate: boolean;
  readonly remarkId: string | null;
  readonly ownerLevel: number;
  readonly conditions: Conditions;
  readonly hours: TradingHours | null;
  readonly turn: HoursTurn;
  readonly feeAgreed: number;
}

/** The columns of a listing that say in which hours it can be locked, as an UPDATE sets them. */
const toTurn = ({ isOutOfHours, turnsAt }: HoursTurn) => sql`
  is_out_of_hours = ${isOutOfHours}::boolean, hours_turn_at = coalesce(${turnsAt}::timestamptz, 'infinity')`;

/**
 * A new listing, all of which remains, with its owner's place in the market. The owner's row lock is taken with it: a rank that is
 * set meanwhile waits, and then finds this listing.
 */
export async function insertListing(tx: Tx, listing: NewListing): Promise<Listing> {
  const { rows } = await sql<Listing>`
    with owner as (
      insert into orders.trader as t (member_id) values (${listing.ownerId})
      on conflict (member_id) do update set live_locks = t.live_locks
      returning role, sort_code + sort_offset as rank, multi_locks
    )
    insert into orders.listing (owner_id, side, coin, state, quantity, remaining, price_e4, min_quantity, max_quantity,
                                pay_window_minutes, card_ids, pay_account_ids, pay_methods, owner_role, owner_rank, multi_locks,
                                ttl_hours, expires_at, ask_first, is_private, remark_id, owner_level, min_level, min_finished, min_days, min_completion, fee_agreed,
                                hours_from, hours_to, is_out_of_hours, hours_turn_at)
    select ${listing.ownerId}, ${listing.side}, ${listing.coin}, ${listing.state}, ${listing.quantity}, ${listing.quantity}, ${listing.priceE4},
           ${listing.minQuantity}, ${listing.maxQuantity}, ${listing.payWindowMinutes}, ${listing.cardIds}::bigint[],
           ${listing.payAccountIds}::bigint[], ${listing.payMethods}::text[], owner.role, owner.rank, owner.multi_locks,
           ${listing.ttlHours}::int, platform.app_now() + make_interval(hours => ${listing.ttlHours}::int),
           ${listing.askFirst}::boolean, ${listing.isPrivate}::boolean, ${listing.remarkId}::bigint, ${listing.ownerLevel}::smallint, ${listing.conditions.minLevel}::smallint,
           ${listing.conditions.minFinished}::int, ${listing.conditions.minDays}::int, ${listing.conditions.minCompletion}::smallint,
           ${listing.feeAgreed}::int, ${listing.hours?.from ?? null}::smallint, ${listing.hours?.to ?? null}::smallint,
           ${listing.turn.isOutOfHours}::boolean, coalesce(${listing.turn.turnsAt}::timestamptz, 'infinity')
    from owner
    returning ${LISTING}`.execute(tx);
  return defined(rows[0], 'an insert of one row');
}

/** The listing with its row lock: nobody changes it until this transaction ends. */
export async function selectListingForUpdate(tx: Tx, id: ListingId): Promise<Listing | undefined> {
  const { rows } = await sql<Listing>`
    select ${LISTING} from orders.listing where listing.id = ${id} for no key update`.execute(tx);
  return rows[0];
}

/** The oldest listing of a member that has not ended, with its row lock. One that somebody else holds is passed over, as are those of `except`. */
export async function selectOldestLiveListing(
  tx: Tx,
  ownerId: MemberId,
  { except }: { readonly except: readonly string[] },
): Promise<Listing | undefined> {
  const { rows } = await sql<Listing>`
    select ${LISTING} from orders.listing
    where listing.owner_id = ${ownerId} and listing.ended_at is null and listing.id <> all(${except}::bigint[])
    order by listing.id limit 1 for no key update skip locked`.execute(tx);
  return rows[0];
}

/** Takes the row lock of a listing for the statements that follow. */
export async function holdListing(tx: Tx, id: ListingId): Promise<void> {
  sendLater(tx, sql`select from orders.listing where listing.id = ${id} for no key update`);
}

/** Ends a listing whose row lock is held; nothing of it remains, and what did is known. */
export async function endListing(
  tx: Tx,
  {
    id,
    state,
    suspendedBecause = null,
  }: { id: ListingId; state: ListingState; suspendedBecause?: SuspensionReason | null },
): Promise<Listing> {
  const { rows } = await sql<Listing>`
    update orders.listing
    set state = ${state}, rest_at_end = remaining, remaining = 0, version = version + 1, ended_at = platform.app_now(),
        paused_because = null, suspended_because = ${suspendedBecause}
    where listing.id = ${id} returning ${LISTING}`.execute(tx);
  return defined(rows[0], 'a listing whose row lock is held');
}

/** The state of a listing that is listed again: with nothing left it is full at once (L4). */
export const listedAs = (state: ListingState) =>
  sql`case when ${state} = 'OPEN' and remaining = 0 then 'FILLED' else ${state} end`;

/** Changes the state of a listing that goes on; its row lock is held. */
export async function changeListingState(
  tx: Tx,
  { id, state, pausedBecause }: { id: ListingId; state: ListingState; pausedBecause: ListingPause | null },
): Promise<Listing> {
  const { rows } = await sql<Listing>`
    update orders.listing set state = ${listedAs(state)}, version = version + 1, paused_because = ${pausedBecause}
    where listing.id = ${id} returning ${LISTING}`.execute(tx);
  return defined(rows[0], 'a listing whose row lock is held');
}

/** What its owner can say anew of a listing. */
export type EditedTerms = Pick<
  NewListing,
  'askFirst' | 'isPrivate' | 'remarkId' | 'conditions' | 'hours' | 'turn' | 'feeAgreed'
>;

/** Says anew whom a listing is for, and when; its row lock is held. */
export async function changeListingTerms(
  tx: Tx,
  {
    id,
    askFirst,
    isPrivate,
    remarkId,
    conditions: { minLevel, minFinished, minDays, minCompletion },
    hours,
    turn,
    feeAgreed,
  }: EditedTerms & { readonly id: ListingId },
): Promise<Listing> {
  const { rows } = await sql<Listing>`
    update orders.listing set version = version + 1, ask_first = ${askFirst}::boolean, is_private = ${isPrivate}::boolean, remark_id = ${remarkId}::bigint, fee_agreed = ${feeAgreed}::int, min_level = ${minLevel}::smallint,
      min_finished = ${minFinished}::int, min_days = ${minDays}::int, min_completion = ${minCompletion}::smallint,
      hours_from = ${hours?.from ?? null}::smallint, hours_to = ${hours?.to ?? null}::smallint, ${toTurn(turn)}
    where listing.id = ${id} returning ${LISTING}`.execute(tx);
  return defined(rows[0], 'a listing whose row lock is held');
}

/**
 * An ended listing, whose row lock is held, stands in the market again with what its end gave back, at its owner's rank of today: a rank that was
 * set meanwhile concerned the live listings only. The owner's row lock is taken as by a new listing.
 */
export async function reviveListing(
  tx: Tx,
  {
    id,
    ownerId,
    state,
    ttlHours,
    ownerLevel,
    turn,
    feeAgreed,
  }: Pick<Listing, 'id' | 'ownerId' | 'state' | 'ttlHours'> &
    Pick<NewListing, 'ownerLevel' | 'turn' | 'feeAgreed'>,
): Promise<Listing> {
  const { rows } = await sql<Listing>`
    with owner as (
      insert into orders.trader as t (member_id) values (${ownerId})
      on conflict (member_id) do update set live_locks = t.live_locks
      returning role, sort_code + sort_offset as rank, multi_locks
    )
    update orders.listing
    set state = ${state}, remaining = rest_at_end, rest_at_end = 0, version = version + 1, ended_at = null,
        ttl_hours = ${ttlHours}::int, listed_at = platform.app_now(), expiry_retry_at = null,
        expires_at = platform.app_now() + make_interval(hours => ${ttlHours}::int),
        owner_role = owner.role, owner_rank = owner.rank, multi_locks = owner.multi_locks, owner_level = ${ownerLevel}::smallint,
        fee_agreed = ${feeAgreed}::int, ${toTurn(turn)}
    from owner where listing.id = ${id} returning ${LISTING}`.execute(tx);
  return defined(rows[0], 'a listing whose row lock is held');
}

export async function listListingsOf(
  tx: Tx,
  query: { ownerId: MemberId; isLive: boolean; before: bigint | undefined; limit: number },
): Promise<Listing[]> {
  const { rows } = await sql<Listing>`
    select ${LISTING} from orders.listing
    where owner_id = ${query.ownerId} and ${query.isLive ? sql`ended_at is null` : sql`ended_at is not null`}
      and listing.id < ${query.before ?? NEWEST}
    order by listing.id desc limit ${query.limit}`.execute(tx);
  return rows;
}

/** The listing without its row lock. */
export async function findListing(tx: Tx, id: ListingId): Promise<Listing | undefined> {
  const { rows } = await sql<Listing>`select ${LISTING} from orders.listing where listing.id = ${id}`.execute(
    tx,
  );
  return rows[0];
}

/** Whether an owner has so many live listings of a coin on a side. */
export async function hasListings(
  tx: Tx,
  { ownerId, coin, side, count }: { ownerId: MemberId; coin: Coin; side: NewListing['side']; count: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from orders.listing where owner_id = ${ownerId} and ended_at is null and coin = ${coin} and side = ${side}
    limit ${count}`.execute(tx);
  return rows.length === count;
}

/** The live listings of their owner that name a card. */
export async function listListingsNaming(
  tx: Tx,
  { ownerId, cardId }: { ownerId: MemberId; cardId: CardId },
): Promise<Listing[]> {
  const { rows } = await sql<Listing>`
    select ${LISTING} from orders.listing
    where owner_id = ${ownerId} and ended_at is null and ${cardId}::bigint = any(card_ids) order by listing.id`.execute(
    tx,
  );
  return rows;
}

/** The live listings of their owner that name a pay account. */
export async function listListingsPaidOn(
  tx: Tx,
  { ownerId, payAccountId }: { ownerId: MemberId; payAccountId: PayAccountId },
): Promise<Listing[]> {
  const { rows } = await sql<Listing>`
    select ${LISTING} from orders.listing
    where owner_id = ${ownerId} and ended_at is null and ${payAccountId}::bigint = any(pay_account_ids) order by listing.id`.execute(
    tx,
  );
  return rows;
}

/**
 * Unlocks the quantity of an ended order. `giveBack`: it can be locked again, because the listing is still listed. A listing that then
 * neither has anything left nor runs anywhere is sold out: only a running order could have given something back.
 */
export async function releaseFromListing(
  tx: Tx,
  { id, quantity, giveBack }: { id: ListingId; quantity: Minor; giveBack: boolean },
): Promise<void> {
  const back = giveBack ? quantity : 0n;
  const release = sql`
    update orders.listing
    set locked = l.locked - ${quantity}, remaining = l.remaining + ${back}::bigint,
        state = case when l.is_sold_out then 'SOLD_OUT' when l.state = 'FILLED' and ${back}::bigint > 0 then 'OPEN' else l.state end,
        ended_at = case when l.is_sold_out then platform.app_now() else l.ended_at end,
        paused_because = case when l.is_sold_out then null else l.paused_because end
    from (select *, ended_at is null and locked = ${quantity} and remaining + ${back}::bigint = 0 as is_sold_out
          from orders.listing where id = ${id}) l
    where listing.id = l.id`;
  sendLater(tx, release);
}
