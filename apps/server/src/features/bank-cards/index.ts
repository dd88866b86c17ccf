/** Bank cards: where a member is paid. */
export { bankCardCalls } from './bank-cards.calls.ts';
export type { CardUsesOf } from './card-uses.ts';
export { assertReceiving } from './assert-receiving.ts';
export { canReceive } from './card.rules.ts';
export { findCardVersion, listCards, type Card } from './card.store.ts';
export { bankCardStatusOf, toBankCard } from './to-bank-card.ts';
