import type { BankCard } from '@holdfast/contract/calls';
import { maskAccountNumber } from '@holdfast/contract/rules';
import type { Card } from './card.store.ts';

/** A card as its owner sees it: the number masked to its end. */
export function toBankCard(card: Card): BankCard {
  return {
    id: card.id,
    bankCode: card.bankCode,
    accountMasked: maskAccountNumber(card.accountNumber),
    holderName: card.holderName,
    status: card.status,
    addedAt: card.addedAt.toISOString(),
  };
}

/** The seed's `bankCardStatus` of a member: the best that any card has reached, `none` without cards. */
export function bankCardStatusOf(cards: readonly Pick<Card, 'status'>[]): string {
  return (
    (['Approved', 'Review', 'NotApproved'] as const).find((status) =>
      cards.some((card) => card.status === status),
    ) ?? 'none'
  );
}
