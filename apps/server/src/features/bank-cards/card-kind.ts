import { maskAccountNumber } from '@holdfast/contract/rules';
import { toCardId, type MemberId } from '@holdfast/kernel';
import { notify } from '#features/notifications/index.ts';
import { accountReviews, reviewAccount, type ReceivingKind } from '#features/receiving-accounts/index.ts';
import type { Tx } from '#platform/db/db.ts';
import { cards, listCards, type Card } from './card.store.ts';
import { bankCardStatusOf } from './to-bank-card.ts';

/**
 * Tells the member what a review has come to: the open app shows it and reads its accounts again. The closed list of notices has one for reviews
 * of accounts, that of cards, which brings the state of the cards; what `extra` says tells which account it is about.
 */
export async function tellReview(
  tx: Tx,
  memberId: MemberId,
  extra: Readonly<Record<string, string | boolean>>,
): Promise<void> {
  const bankCardStatus = bankCardStatusOf(await listCards(tx, memberId));
  await notify(
    tx,
    [{ memberId, type: 'userBankCardReview', extra: { bankCardStatus, ...extra } }],
    [{ memberId, topic: 'profile' }],
  );
}

/** Bank cards, as one kind of the accounts that members are paid on. */
export const cardKind: ReceivingKind<Card> = {
  review: 'card',
  store: cards,
  errors: {
    notFound: 'BANK_CARD_NOT_FOUND',
    duplicate: 'BANK_CARD_DUPLICATE',
    changed: 'BANK_CARD_CHANGED',
    holderDiffers: 'BANK_CARD_HOLDER_DIFFERS',
    claimed: 'BANK_CARD_CLAIMED',
    notApproved: 'BANK_CARD_NOT_APPROVED',
    cooling: 'BANK_CARD_COOLING',
    inUse: 'BANK_CARD_IN_USE',
  },
  audit: { viewed: 'card-viewed', reviewed: 'card-reviewed', name: 'card' },
  numberMasked: ({ bankCode, accountNumber }) => `${bankCode} ${maskAccountNumber(accountNumber)}`,
  toldOf: ({ bankCode }) => ({ bankCode }),
  tell: tellReview,
};

export const cardReviews = accountReviews(cardKind, toCardId);
export const reviewCard = reviewAccount(cardKind, toCardId);
