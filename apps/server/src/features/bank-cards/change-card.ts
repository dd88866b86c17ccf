import { fail } from '@holdfast/contract/errors';
import { bankCardKey } from '@holdfast/contract/rules';
import { defined, toCardId } from '@holdfast/kernel';
import {
  assertUnused,
  beginningStatus,
  othersThan,
  selectOwn,
  type UsesOf,
} from '#features/receiving-accounts/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { readTyped, type AddCardParts } from './add-card.ts';
import { cardKind } from './card-kind.ts';
import { cards, type Card } from './card.store.ts';
import { toBankCard } from './to-bank-card.ts';

export type CardUsesOf = UsesOf<Card>;

export interface CardUsesParts {
  readonly cardUsesOf: CardUsesOf;
}

/**
 * Puts another account or another name on a card, which is reviewed again as a new one is. Not while an order or a listing uses it: its
 * buyers would be told to pay elsewhere, and a card of a cool-down would stand in an older listing.
 */
export const changeCard =
  (parts: AddCardParts & CardUsesParts): Handler<'/member/bankmod/{account}'> =>
  async ({ tx, session: { memberId } }, { cardId, accountNumber, ...input }) => {
    const card = await selectOwn(cardKind, tx, memberId, toCardId(cardId));
    // The member sees only the end of the number, so a form that changes something else has none to send; another bank has another number.
    const kept = input.bankCode === card.bankCode ? card.accountNumber : '';
    const typed = await readTyped(tx, parts, memberId, { ...input, accountNumber: accountNumber ?? kept });
    const isSame = bankCardKey(typed) === bankCardKey(card) && typed.holderName === card.holderName;
    // A refused card that is sent as it was is looked at again.
    if (isSame && card.status !== 'NotApproved') throw fail('NOTHING_CHANGES');
    await assertUnused(cardKind, tx, card, parts.cardUsesOf);
    await othersThan(cardKind, tx, typed, card);
    const status = await beginningStatus(cardKind, tx, typed, parts.approval);
    const changed = await cards.change(tx, card, { ...typed, status });
    return { card: toBankCard(defined(changed, 'a card whose row lock is held')) };
  };

/** Removes a card of the member's own that nothing uses. Orders of the past go on showing it. */
export const removeCard =
  ({ cardUsesOf }: CardUsesParts): Handler<'/member/bankdel/{account}'> =>
  async ({ tx, session: { memberId } }, { cardId }) => {
    const card = await selectOwn(cardKind, tx, memberId, toCardId(cardId));
    await assertUnused(cardKind, tx, card, cardUsesOf);
    await cards.remove(tx, card);
    return {};
  };
