import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { addCard, type AddCardParts } from './add-card.ts';
import type { CardUsesParts } from './card-uses.ts';
import { changeCard } from './change-card.ts';
import { listOwnCards } from './list-cards.ts';
import { listAllCards, readCard, unbindCards, updateHolderNames } from './operator-cards.ts';
import { removeCard } from './remove-card.ts';
import { reviewCard } from './review-card.ts';

export const bankCardCalls = (parts: AddCardParts & CardUsesParts) =>
  calls({
    '/bank/list/{account}': handle(listOwnCards(parts.approval), { limit: readsPerMinute(120) }),
    '/member/bankadd/{account}': handle(addCard(parts), { limit: perMinute(10) }),
    '/member/bankmod/{account}': handle(changeCard(parts), { limit: perMinute(10) }),
    '/member/bankdel/{account}': handle(removeCard(parts), { limit: perMinute(10) }),
    '/member/appbk/bankcard-list': handle(listAllCards, { limit: readsPerMinute(120) }),
    '/operator/bank-card/detail/{id}': handle(readCard(parts), { limit: readsPerMinute(60) }),
    '/operator/bank-card/review/{id}': handle(reviewCard(parts), { limit: perMinute(60) }),
    '/member/bank/force-update-username': handle(updateHolderNames(parts), { limit: perMinute(60) }),
    '/api/v1/members/unbind-bank-cards/{account}': handle(unbindCards(parts), { limit: perMinute(60) }),
  });
