import { formatAmount } from '@holdfast/kernel';
import type { CardUsesOf } from '#features/bank-cards/index.ts';
import { listListingsNaming } from '#features/listings/index.ts';
import { listLiveOnCards } from './order.store.ts';

/** What keeps a card from being changed or removed: live orders that are paid on it, and listings that name it. */
export const cardUsesOf: CardUsesOf = async (tx, { memberId, id, versionIds }) => {
  const orders = await listLiveOnCards(tx, { payeeId: memberId, versionIds });
  const listings = await listListingsNaming(tx, { ownerId: memberId, cardId: id });
  return [
    ...orders.map((order) => ({ kind: 'order' as const, id: order.id, title: order.serialNo })),
    ...listings.map(({ id: listingId, coin, quantity }) => ({
      kind: 'listing' as const,
      id: listingId,
      title: `${formatAmount(coin, quantity)} ${coin}`,
    })),
  ];
};
