import { REFERENCE_DAYS } from '@holdfast/contract/orders';
import type { Coin, MemberId, PriceE4 } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';
import type { LastPrice, TradedReference } from './price-reference.rules.ts';

const SINCE = sql`platform.app_now() - make_interval(days => ${REFERENCE_DAYS}::int)`;
/** Rows that are deleted at once. */
const OLD_MAX = 1000;
/** A reference that nobody has measured for so long is none. */
const STALE_MINUTES = 30;

/** With its time as the database has it: a `Date` has no microseconds, and a page that begins behind one would leave rows out. */
export interface ListedPrice extends LastPrice {
  readonly atExact: string;
}

/** The newest trade of each two members, the newest first, from behind `after` on; of members who are in `without`, none. */
export async function listLastPrices(
  tx: Tx,
  {
    coin,
    after,
    without,
    limit,
  }: {
    readonly coin: Coin;
    readonly after: ListedPrice | undefined;
    readonly without: readonly MemberId[];
    readonly limit: number;
  },
): Promise<ListedPrice[]> {
  const isBehind = after
    ? sql`and (at, low_id, high_id) < (${after.atExact}::timestamptz, ${after.lowId}::bigint, ${after.highId}::bigint)`
    : sql``;
  const { rows } = await sql<ListedPrice>`
    select low_id::text as "lowId", high_id::text as "highId", price_e4 as "priceE4", at, at::text as "atExact" from orders.last_price
    where coin = ${coin} and at > ${SINCE} ${isBehind}
      and low_id <> all (${without}::bigint[]) and high_id <> all (${without}::bigint[])
    order by at desc, low_id desc, high_id desc limit ${limit}`.execute(tx);
  return rows;
}

/** Deletes what counts no more. Rows that an order's end holds are left for the next time. */
export async function deleteOldPrices(tx: Tx, coin: Coin): Promise<void> {
  await sql`
    with old as (
      select coin, low_id, high_id from orders.last_price where coin = ${coin} and at <= ${SINCE}
      order by at limit ${OLD_MAX} for update skip locked)
    delete from orders.last_price p using old where (p.coin, p.low_id, p.high_id) = (old.coin, old.low_id, old.high_id)`.execute(
    tx,
  );
}

export async function saveReference(
  tx: Tx,
  coin: Coin,
  reference: TradedReference | undefined,
): Promise<void> {
  await sql`
    insert into orders.price_reference (coin, price_e4, trades, newest_at, measured_at)
    values (${coin}, ${reference?.priceE4 ?? null}::bigint, ${reference?.trades ?? 0}, ${reference?.newestAt ?? null}::timestamptz, platform.app_now())
    on conflict (coin) do update
      set price_e4 = excluded.price_e4, trades = excluded.trades, newest_at = excluded.newest_at, measured_at = excluded.measured_at`.execute(
    tx,
  );
}

interface KeptReference extends TradedReference {
  readonly coin: Coin;
}

/** The references that there are: one for a coin at most. */
export async function listReferences(tx: Tx): Promise<KeptReference[]> {
  const { rows } = await sql<KeptReference & { priceE4: PriceE4 }>`
    select coin, price_e4 as "priceE4", trades, newest_at as "newestAt" from orders.price_reference
    where price_e4 is not null and measured_at > platform.app_now() - make_interval(mins => ${STALE_MINUTES}::int)`.execute(
    tx,
  );
  return rows;
}
