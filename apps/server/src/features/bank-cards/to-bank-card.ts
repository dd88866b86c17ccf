import type { BankCard } from '@holdfast/contract/calls';
import { maskAccountNumber } from '@holdfast/contract/rules';
import type { CardRow } from './card.store.ts';

/** A card as its owner sees it: the number masked to its end. */
export function toBankCard(row: CardRow): BankCard {
  return {
    id: String(row.id),
    bankCode: row.bank_code,
    accountMasked: maskAccountNumber(row.account_last4),
    holderName: row.holder_name,
    status: row.status,
    addedAt: row.added_at.toISOString(),
  };
}

/** The seed's `bankCardStatus` of a member: the best that any card has reached, `none` without cards. */
export function bankCardStatusOf(cards: readonly Pick<CardRow, 'status'>[]): string {
  return (
    (['Approved', 'Review', 'NotApproved'] as const).find((status) =>
      cards.some((card) => card.status === status),
    ) ?? 'none'
  );
}
