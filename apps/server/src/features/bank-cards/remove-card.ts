import type { Handler } from '#platform/gateway/call-table.ts';
import { removeCard as storeRemoval } from './card.store.ts';
import { assertUnused, selectOwnCard, type CardUsesParts } from './card-uses.ts';

/** Removes a card of the member's own that nothing uses. Orders of the past go on showing it. */
export const removeCard =
  (parts: CardUsesParts): Handler<'/member/bankdel/{account}'> =>
  async ({ tx, session: { memberId } }, { cardId }) => {
    const card = await selectOwnCard(tx, memberId, cardId);
    await assertUnused(tx, card, parts);
    await storeRemoval(tx, card);
    return {};
  };
