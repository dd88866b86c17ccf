import { calls, handle, type Handler } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { addCard, type AddCardParts } from './add-card.ts';
import { listCards } from './card.store.ts';
import { toBankCard } from './to-bank-card.ts';

/** Bank cards: where a member is paid. */
export { createCardVault, type CardVault } from './card-vault.ts';
export { findCard, listCards } from './card.store.ts';
export { bankCardStatusOf, toBankCard } from './to-bank-card.ts';

const listOwnCards: Handler<'/bank/list/{account}'> = async ({ tx, session }) => ({
  cards: (await listCards(tx, session.memberId)).map(toBankCard),
});

export const bankCardCalls = (parts: AddCardParts) =>
  calls({
    '/bank/list/{account}': handle(listOwnCards, { limit: readsPerMinute(120) }),
    '/member/bankadd/{account}': handle(addCard(parts), { limit: perMinute(10) }),
  });
