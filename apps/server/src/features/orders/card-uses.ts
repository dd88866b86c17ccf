import type { CardUse } from '@holdfast/contract/calls';
import { formatAmount } from '@holdfast/kernel';
import type { CardUsesOf } from '#features/bank-cards/index.ts';
import { listListingsNaming, listListingsPaidOn, type Listing } from '#features/listings/index.ts';
import type { PayAccountUsesOf } from '#features/third-party-payment/index.ts';
import { listLiveOnCards, listLiveOnPayAccounts, type Order } from './order.store.ts';

const toUses = (
  orders: readonly Pick<Order, 'id' | 'serialNo'>[],
  listings: readonly Listing[],
): CardUse[] => [
  ...orders.map((order) => ({ kind: 'order' as const, id: order.id, title: order.serialNo })),
  ...listings.map(({ id, coin, quantity }) => ({
    kind: 'listing' as const,
    id,
    title: `${formatAmount(coin, quantity)} ${coin}`,
  })),
];

/** What keeps a card from being changed or removed: live orders that are paid on it, and listings that name it. */
export const cardUsesOf: CardUsesOf = async (tx, { memberId, id, versionIds }) => {
  const orders = await listLiveOnCards(tx, { payeeId: memberId, versionIds });
  const listings = await listListingsNaming(tx, { ownerId: memberId, cardId: id });
  return toUses(orders, listings);
};

/** The same of a pay account. */
export const payAccountUsesOf: PayAccountUsesOf = async (tx, { memberId, id, versionIds }) => {
  const orders = await listLiveOnPayAccounts(tx, { payeeId: memberId, versionIds });
  return toUses(orders, await listListingsPaidOn(tx, { ownerId: memberId, payAccountId: id }));
};
