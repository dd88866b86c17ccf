import type { Listing as OwnListing } from '@holdfast/contract/calls';
import { formatAmount, formatPrice } from '@holdfast/kernel';
import type { Listing } from './listing.store.ts';

/** A listing as its owner sees it. */
export function toOwnListing(listing: Listing): OwnListing {
  const { coin, createdAt } = listing;
  return {
    id: listing.id,
    version: listing.version,
    side: listing.side,
    coin,
    state: listing.state,
    quantity: formatAmount(coin, listing.quantity),
    remaining: formatAmount(coin, listing.remaining),
    locked: formatAmount(coin, listing.locked),
    price: formatPrice(listing.priceE4),
    minQuantity: formatAmount(coin, listing.minQuantity),
    maxQuantity: formatAmount(coin, listing.maxQuantity),
    payWindowMinutes: listing.payWindowMinutes,
    cardIds: [...listing.cardIds],
    payAccountIds: [...listing.payAccountIds],
    payMethods: [...listing.payMethods],
    createdAt: createdAt.toISOString(),
  };
}
