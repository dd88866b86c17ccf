import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { addCard, type AddCardParts } from './add-card.ts';
import { listOwnCards } from './list-cards.ts';

export const bankCardCalls = (parts: AddCardParts) =>
  calls({
    '/bank/list/{account}': handle(listOwnCards(parts.approval), { limit: readsPerMinute(120) }),
    '/member/bankadd/{account}': handle(addCard(parts), { limit: perMinute(10) }),
  });
