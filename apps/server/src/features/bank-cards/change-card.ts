import { fail } from '@holdfast/contract/errors';
import { bankCardKey } from '@holdfast/contract/rules';
import { defined } from '@holdfast/kernel';
import type { Handler } from '#platform/gateway/call-table.ts';
import { beginningStatus, othersThan, readTyped, type AddCardParts } from './add-card.ts';
import { changeCard as storeChange } from './card.store.ts';
import { assertUnused, selectOwnCard, type CardUsesParts } from './card-uses.ts';
import { toBankCard } from './to-bank-card.ts';

/**
 * Puts another account or another name on a card, which is reviewed again as a new one is. Not while an order or a listing uses it: its
 * buyers would be told to pay elsewhere, and a card of a cool-down would stand in an older listing.
 */
export const changeCard =
  (parts: AddCardParts & CardUsesParts): Handler<'/member/bankmod/{account}'> =>
  async ({ tx, session: { memberId } }, { cardId, accountNumber, ...input }) => {
    const card = await selectOwnCard(tx, memberId, cardId);
    // The member sees only the end of the number, so a form that changes something else has none to send; another bank has another number.
    const kept = input.bankCode === card.bankCode ? card.accountNumber : '';
    const typed = await readTyped(tx, parts, memberId, { ...input, accountNumber: accountNumber ?? kept });
    const isSame = bankCardKey(typed) === bankCardKey(card) && typed.holderName === card.holderName;
    // A refused card that is sent as it was is looked at again.
    if (isSame && card.status !== 'NotApproved') throw fail('NOTHING_CHANGES');
    await assertUnused(tx, card, parts);
    await othersThan(tx, memberId, typed, card);
    const status = await beginningStatus(tx, parts.approval, { ...typed, memberId });
    const changed = await storeChange(tx, card, { ...typed, status });
    return { card: toBankCard(defined(changed, 'a card whose row lock is held')) };
  };
