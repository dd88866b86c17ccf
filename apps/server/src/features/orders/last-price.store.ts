import { parOf, REFERENCE_TRADE_MIN_TWD } from '@holdfast/contract/orders';
import { sql } from 'kysely';
import { sendLater, type Tx } from '#platform/db/db.ts';
import type { Order } from './order.store.ts';

/**
 * Keeps the price of a finished order as the last one of its two members, where the price of its coin is measured by trades. Only what the two have
 * finished by themselves tells a price. Both traders' row locks are held, so no two orders of a pair meet here.
 */
export function keepPrice(tx: Tx, order: Order): void {
  const { state, resolution, settledQuantity, coin, payerId, payeeId, priceE4, payTwd, endedAt } = order;
  if (state !== 'FINISHED' || resolution !== 'parties' || settledQuantity !== null) return;
  if (parOf(coin) !== undefined || payTwd < REFERENCE_TRADE_MIN_TWD) return;
  const keep = sql`
    insert into orders.last_price (coin, low_id, high_id, price_e4, at)
    values (${coin}, least(${payerId}::bigint, ${payeeId}::bigint), greatest(${payerId}::bigint, ${payeeId}::bigint), ${priceE4}, ${endedAt})
    on conflict (coin, low_id, high_id) do update set price_e4 = excluded.price_e4, at = excluded.at`;
  sendLater(tx, keep);
}
