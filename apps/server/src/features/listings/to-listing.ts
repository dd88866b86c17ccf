import type { Listing } from '@holdfast/contract/calls';
import { formatAmount, formatPrice } from '@holdfast/kernel';
import type { ListingRow } from './listing.store.ts';

/** A listing as its owner sees it. */
export function toListing(row: ListingRow): Listing {
  const amount = (value: bigint) => formatAmount(row.coin, value);
  return {
    id: String(row.id),
    version: row.version,
    side: row.side,
    coin: row.coin,
    state: row.state,
    quantity: amount(row.quantity),
    remaining: amount(row.remaining),
    locked: amount(row.locked),
    price: formatPrice(row.price_e4),
    minQuantity: amount(row.min_quantity),
    maxQuantity: amount(row.max_quantity),
    payWindowMinutes: row.pay_window_minutes,
    cardIds: row.card_ids.map(String),
    createdAt: row.created_at.toISOString(),
  };
}
