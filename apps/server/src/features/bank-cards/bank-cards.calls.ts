import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { addCard, type AddCardParts } from './add-card.ts';
import { reviewCard } from './card-kind.ts';
import { changeCard, removeCard, type CardUsesParts } from './change-card.ts';
import { listOwnCards } from './list-cards.ts';
import {
  listAllCards,
  readCard,
  unbindCards,
  updateHolderNames,
  type RenameParts,
} from './operator-cards.ts';

export const bankCardCalls = (parts: AddCardParts & CardUsesParts & RenameParts) =>
  calls({
    '/bank/list/{account}': handle(listOwnCards(parts.approval), { limit: readsPerMinute(120) }),
    '/member/bankadd/{account}': handle(addCard(parts), { limit: perMinute(10) }),
    '/member/bankmod/{account}': handle(changeCard(parts), { limit: perMinute(10) }),
    '/member/bankdel/{account}': handle(removeCard(parts), { limit: perMinute(10) }),
    '/member/appbk/bankcard-list': handle(listAllCards, { limit: readsPerMinute(120) }),
    '/operator/bank-card/detail/{id}': handle(readCard, { limit: readsPerMinute(60) }),
    '/operator/bank-card/review/{id}': handle(reviewCard, { limit: perMinute(60) }),
    '/member/bank/force-update-username': handle(updateHolderNames(parts), { limit: perMinute(60) }),
    '/api/v1/members/unbind-bank-cards/{account}': handle(unbindCards(parts), { limit: perMinute(60) }),
  });
