import { REFERENCE_DAYS } from '@holdfast/contract/orders';
import type { Coin, PriceE4 } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';
import type { LastPrice, TradedReference } from './price-reference.rules.ts';

const SINCE = sql`platform.app_now() - make_interval(days => ${REFERENCE_DAYS}::int)`;
/** As many pairs of members are looked at: the same however many trade. */
const PAIRS_MAX = 1000;
/** Rows that are deleted at once. */
const OLD_MAX = 1000;
/** A reference that nobody has measured for so long is none. */
const STALE_MINUTES = 30;

/** The newest trade of each two members, the newest first. */
export async function listLastPrices(tx: Tx, coin: Coin): Promise<LastPrice[]> {
  const { rows } = await sql<LastPrice>`
    select low_id::text as "lowId", high_id::text as "highId", price_e4 as "priceE4", at from orders.last_price
    where coin = ${coin} and at > ${SINCE} order by at desc limit ${PAIRS_MAX}`.execute(tx);
  return rows;
}

/** Deletes what counts no more. Rows that an order's end holds are left for the next time. */
export async function deleteOldPrices(tx: Tx, coin: Coin): Promise<void> {
  await sql`
    delete from orders.last_price where (coin, low_id, high_id) in (
      select coin, low_id, high_id from orders.last_price where coin = ${coin} and at <= ${SINCE}
      order by at limit ${OLD_MAX} for update skip locked)`.execute(tx);
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
