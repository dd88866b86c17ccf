import type { ListingState } from '@holdfast/contract/orders';
import { defined, type Coin, type MemberId, type PriceE4 } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

export interface ListingRow {
  readonly id: bigint;
  readonly owner_id: bigint;
  readonly version: number;
  readonly side: 'sell' | 'buy';
  readonly coin: Coin;
  readonly state: ListingState;
  readonly quantity: bigint;
  readonly remaining: bigint;
  readonly locked: bigint;
  readonly price_e4: PriceE4;
  readonly min_quantity: bigint;
  readonly max_quantity: bigint;
  readonly pay_window_minutes: number;
  readonly card_ids: readonly bigint[];
  readonly multi_locks: boolean;
  readonly created_at: Date;
}

export interface NewListing {
  readonly ownerId: MemberId;
  readonly coin: Coin;
  readonly quantity: bigint;
  readonly priceE4: PriceE4;
  readonly minQuantity: bigint;
  readonly maxQuantity: bigint;
  readonly payWindowMinutes: number;
  readonly cardIds: readonly string[];
}

export async function insertListing(tx: Tx, listing: NewListing): Promise<ListingRow> {
  const { rows } = await sql<ListingRow>`
    insert into orders.listing (owner_id, side, coin, state, quantity, remaining, price_e4, min_quantity, max_quantity,
                                pay_window_minutes, card_ids)
    values (${listing.ownerId}, 'sell', ${listing.coin}, 'OPEN', ${listing.quantity}, ${listing.quantity}, ${listing.priceE4},
            ${listing.minQuantity}, ${listing.maxQuantity}, ${listing.payWindowMinutes}, ${listing.cardIds}::bigint[])
    returning *`.execute(tx);
  return defined(rows[0], 'an insert of one row');
}

/** The row under its lock: nobody changes it until this transaction ends. */
export async function lockListing(tx: Tx, id: string | bigint): Promise<ListingRow | undefined> {
  const { rows } =
    await sql<ListingRow>`select * from orders.listing where id = ${id} for no key update`.execute(tx);
  return rows[0];
}

export async function closeListingRow(tx: Tx, id: bigint): Promise<ListingRow> {
  const { rows } = await sql<ListingRow>`
    update orders.listing set state = 'CLOSED', remaining = 0, version = version + 1, ended_at = platform.app_now()
    where id = ${id} returning *`.execute(tx);
  return defined(rows[0], 'a listing whose row lock is held');
}

export async function listListingsOf(
  tx: Tx,
  query: { ownerId: MemberId; live: boolean; before: string | undefined; limit: number },
): Promise<ListingRow[]> {
  const { rows } = await sql<ListingRow>`
    select * from orders.listing
    where owner_id = ${query.ownerId} and (ended_at is null and (remaining > 0 or locked > 0)) = ${query.live}
      and id < ${query.before ?? '9223372036854775807'}
    order by id desc limit ${query.limit}`.execute(tx);
  return rows;
}

/** Takes `quantity` out of an open listing for a new order; the listing's row lock is held and its rules were asked. */
export async function takeFromListing(
  tx: Tx,
  { id, quantity }: { id: bigint; quantity: bigint },
): Promise<boolean> {
  const { rows } = await sql`
    update orders.listing
    set remaining = remaining - ${quantity}, locked = locked + ${quantity},
        state = case when remaining = ${quantity} then 'FILLED' else state end
    where id = ${id} and state = 'OPEN' and remaining >= ${quantity} returning 1`.execute(tx);
  return rows.length === 1;
}

/** An order of the listing ended. Its quantity goes back to a listing that still lives, else it is only no longer locked. */
export async function releaseFromListing(
  tx: Tx,
  { id, quantity, giveBack }: { id: bigint; quantity: bigint; giveBack: boolean },
): Promise<void> {
  const back = giveBack ? quantity : 0n;
  await sql`
    update orders.listing
    set locked = locked - ${quantity}, remaining = remaining + ${back}::bigint,
        state = case when state = 'FILLED' and ${back}::bigint > 0 then 'OPEN' else state end
    where id = ${id}`.execute(tx);
}

export interface OfferRow extends ListingRow {
  readonly finished: number;
  readonly ended: number;
  readonly release_seconds: number | null;
  readonly traded_with_you: bigint;
}

/** How fast an owner releases is told by the newest ones: a merchant's whole past would be read for each row of each page. */
const RELEASES_LOOKED_AT = 50;

/**
 * Open sell listings of one coin with what a buyer wants to know of their owners' orders. Cheapest first, then the oldest: the rule
 * that members are told. (Sort codes join in front of the price with their own work.)
 */
export async function listOffers(
  tx: Tx,
  query: { coin: Coin; viewerId: MemberId; offset: number; limit: number },
): Promise<OfferRow[]> {
  const { rows } = await sql<OfferRow>`
    with page as materialized (
      select * from orders.listing l where l.coin = ${query.coin} and l.side = 'sell' and l.state = 'OPEN'
      order by l.price_e4, l.id offset ${query.offset} limit ${query.limit}
    )
    select l.*,
      coalesce(t.finished, 0) as finished, coalesce(t.ended, 0) as ended,
      (select percentile_cont(0.5) within group (order by extract(epoch from o.ended_at - o.paid_at))::int
         from (select paid_at, ended_at from orders.orders
               where payee_id = l.owner_id and state = 'FINISHED' and paid_at is not null
               order by id desc limit ${RELEASES_LOOKED_AT}) o) as release_seconds,
      (select count(*) from orders.orders o
         where o.state = 'FINISHED' and o.payee_id = l.owner_id and o.payer_id = ${query.viewerId})
      + (select count(*) from orders.orders o
         where o.state = 'FINISHED' and o.payer_id = l.owner_id and o.payee_id = ${query.viewerId}) as traded_with_you
    from page l left join orders.trader t on t.member_id = l.owner_id
    order by l.price_e4, l.id`.execute(tx);
  return rows;
}
