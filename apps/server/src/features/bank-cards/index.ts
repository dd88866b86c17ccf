/** Bank cards: where a member is paid. */
export { bankCardCalls } from './bank-cards.calls.ts';
export type { CardUsesOf } from './change-card.ts';
export { cardKind, cardReviews, tellReview } from './card-kind.ts';
export { findSharedBankAccounts } from './common.store.ts';
export { findCardVersion, findMembersByAccount, listCards, type Card } from './card.store.ts';
export { bankCardStatusOf, toBankCard } from './to-bank-card.ts';
