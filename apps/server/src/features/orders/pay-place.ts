import type { CallInput, OrderDetail } from '@holdfast/contract/calls';
import { appError } from '@holdfast/contract/errors';
import { PAY_METHODS, type PayApp } from '@holdfast/contract/rules';
import { AppError, defined, type MemberId } from '@holdfast/kernel';
import { findCardVersion, type Card } from '#features/bank-cards/index.ts';
import { holdPayPlaces, type Listing } from '#features/listings/index.ts';
import { canReceive } from '#features/receiving-accounts/index.ts';
import { findAccountVersion, type PayAccount } from '#features/third-party-payment/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Order } from './order.store.ts';

/** Where the payee of an order is paid: on a version of a bank card, or of an account at a pay app. */
export type PayPlace =
  | { readonly method: 'bank'; readonly card: Card }
  | { readonly method: PayApp; readonly account: PayAccount };

/** Where the owner of a listing can be paid now: one place for each of its methods, in the order of the contract. */
export function payPlacesOf(
  listing: Pick<Listing, 'cardIds' | 'payAccountIds'>,
  owns: { readonly cards: readonly Card[]; readonly accounts: readonly PayAccount[] },
): PayPlace[] {
  const cards = owns.cards.filter((card) => listing.cardIds.includes(card.id) && canReceive(card));
  const accounts = owns.accounts.filter((one) => listing.payAccountIds.includes(one.id) && canReceive(one));
  return PAY_METHODS.flatMap((method): PayPlace[] => {
    if (method === 'bank') return cards.slice(0, 1).map((card) => ({ method, card }));
    const account = accounts.find(({ target }) => target.app === method);
    return account ? [{ method, account }] : [];
  });
}

/**
 * Where the locker of a buy listing wants to be paid: the place that the lock names, under the rules of whoever begins to name one. A refusal
 * of this one locker is an outcome, for others may lock with them.
 */
export async function findPlaceOfLocker(
  tx: Tx,
  lockerId: MemberId,
  { cardId, payAccountId }: Pick<CallInput<'/order/lock'>, 'cardId' | 'payAccountId'>,
): Promise<PayPlace | AppError> {
  if ((cardId === undefined) === (payAccountId === undefined))
    return appError('PARAMETERS_INVALID', { fields: ['cardId'] });
  const named = {
    cardIds: cardId === undefined ? [] : [cardId],
    payAccountIds: payAccountId === undefined ? [] : [payAccountId],
  };
  try {
    const { cards, accounts } = await holdPayPlaces(tx, lockerId, named);
    const [card] = cards;
    if (card) return { method: 'bank', card };
    const account = defined(accounts[0], 'one place was named, and is held');
    return { method: account.target.app, account };
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** What an order names of the place. */
export function namedBy(place: PayPlace): Pick<Order, 'payMethod' | 'cardVersionId' | 'payAccountVersionId'> {
  const { method } = place;
  return method === 'bank'
    ? { payMethod: method, cardVersionId: place.card.versionId, payAccountVersionId: null }
    : { payMethod: method, cardVersionId: null, payAccountVersionId: place.account.versionId };
}

/** The place as it was at the lock of an order. */
export async function findPayPlace(
  tx: Tx,
  {
    payMethod: method,
    cardVersionId,
    payAccountVersionId,
  }: Pick<Order, 'payMethod' | 'cardVersionId' | 'payAccountVersionId'>,
): Promise<PayPlace> {
  if (method === 'bank') {
    const card = await findCardVersion(tx, defined(cardVersionId, 'what is paid by bank names a card'));
    return { method, card: defined(card, 'an order has its card') };
  }
  const account = await findAccountVersion(
    tx,
    defined(payAccountVersionId, 'what is paid by an app names an account'),
  );
  return { method, account: defined(account, 'an order has its pay account') };
}

/** What the payer is shown. A code is given in our spelling: a payer's app reads it from our own drawing, never from a member's picture. */
export function toPayTo(place: PayPlace): NonNullable<OrderDetail['payTo']> {
  if (place.method === 'bank') {
    const { bankCode, accountNumber, holderName } = place.card;
    return { holderName, bank: { bankCode, accountNumber }, payAccount: null };
  }
  const { holderName, target } = place.account;
  const { app, code, place: leadsTo, account } = target;
  return { holderName, bank: null, payAccount: { app, code, place: leadsTo, account } };
}
