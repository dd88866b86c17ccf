import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { findTransition, TTL_HOURS_DEFAULT } from '@holdfast/contract/orders';
import type { PayMethod } from '@holdfast/contract/rules';
import type { Settings } from '@holdfast/contract/settings';
import {
  defined,
  formatAmount,
  toCardId,
  toPayAccountId,
  type CardId,
  type MemberId,
  type Minor,
  type PayAccountId,
} from '@holdfast/kernel';
import { cardKind, listCards, type Card } from '#features/bank-cards/index.ts';
import { assertReceiving } from '#features/receiving-accounts/index.ts';
import { findMembers, type RealNameOf } from '#features/member-profile/index.ts';
import { findOwnLimits } from '#features/security/index.ts';
import { listAccounts, payAccountKind, type PayAccount } from '#features/third-party-payment/index.ts';
import { together, type Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { remarkFor } from './remarks.ts';
import { makeLink } from './listing-link.store.ts';
import { applyFirstTransition } from './apply-transition.ts';
import { ownerLeft } from './daily-limit.rules.ts';
import { belowFee, parseHours, parseTerms, payMethodsOf, turnOf } from './listing.rules.ts';
import { hasListings, type Listing, type NewListing } from './listing.store.ts';
import { showOwn } from './to-own-listing.ts';

export interface CreateParts {
  /** Refuses whoever has to have a verified name and has none. */
  readonly realNameOf: RealNameOf;
}

/** Where a member begins to be paid: the owner of a sell listing, or the locker of a buy listing. Until the transaction ends nobody changes or removes one of these places. */
export async function holdPayPlaces(
  tx: Tx,
  memberId: MemberId,
  named: { readonly cardIds: readonly string[]; readonly payAccountIds?: readonly string[] | undefined },
): Promise<{ readonly cards: readonly Card[]; readonly accounts: readonly PayAccount[] }> {
  const cardIds = new Set(named.cardIds.map(toCardId));
  const accountIds = new Set((named.payAccountIds ?? []).map(toPayAccountId));
  if (cardIds.size + accountIds.size === 0) throw fail('PARAMETERS_INVALID', { fields: ['cardIds'] });
  const [ownCards, ownAccounts] = await together(
    cardIds.size === 0 ? [] : listCards(tx, memberId),
    accountIds.size === 0 ? [] : listAccounts(tx, memberId),
  );
  const cards = ownCards.filter(({ id }) => cardIds.has(id));
  if (cards.length < cardIds.size) throw fail('BANK_CARD_REQUIRED');
  const accounts = ownAccounts.filter(({ id }) => accountIds.has(id));
  if (accounts.length < accountIds.size) throw fail('PAY_ACCOUNT_NOT_FOUND');
  await together(
    assertReceiving(cardKind, tx, memberId, cards),
    assertReceiving(payAccountKind, tx, memberId, accounts),
  );
  return { cards, accounts };
}

/** The member's row is locked by the command's session, so an operator who changes the level waits, and then finds the listing. */
async function levelOfOwner(tx: Tx, ownerId: MemberId): Promise<number> {
  return defined((await findMembers(tx, [ownerId])).get(ownerId), 'a session has its member').level;
}

/**
 * Whom it is for, in which hours, and whether each of them is looked at first. A condition that is not said asks nothing; hours, and that
 * it is private, stay as they were `before`: an app of an earlier version does not know them, and must not bring a private listing into
 * the market.
 */
export function whomItIsFor(
  input: Omit<CallInput<'/listing/edit'>, 'listingId' | 'version' | 'feeSeen'>,
  { before, now }: { readonly before: Pick<Listing, 'hours' | 'isPrivate'>; readonly now: Date },
): Pick<NewListing, 'askFirst' | 'isPrivate' | 'conditions' | 'hours' | 'turn'> {
  const parsed = parseHours(input, before.hours);
  if (!parsed.ok) throw fail('PARAMETERS_INVALID', { fields: parsed.fields });
  return {
    hours: parsed.hours,
    turn: turnOf(parsed.hours, now),
    askFirst: input.askFirst === '1',
    isPrivate: input.isPrivate === undefined ? before.isPrivate : input.isPrivate === '1',
    conditions: {
      minLevel: Number(input.minLevel ?? 0),
      minFinished: Number(input.minFinished ?? 0),
      minDays: Number(input.minDays ?? 0),
      minCompletion: Number(input.minCompletion ?? 0),
    },
  };
}

/** What a new listing is where it says nothing else. */
const SAYS_NOTHING = { hours: null, isPrivate: false } as const;

interface Paying {
  readonly cardIds: readonly CardId[];
  readonly payAccountIds: readonly PayAccountId[];
  readonly payMethods: readonly PayMethod[];
}

/** How orders of it are paid: on the owner's places where the owner sells, in the ways that the owner has where the owner buys. */
async function payingOf(
  tx: Tx,
  memberId: MemberId,
  { side, cardIds, payAccountIds = [], payMethods }: CallInput<'/listing/create'>,
): Promise<Paying> {
  const isBuy = side === 'buy';
  if (isBuy !== (payMethods !== undefined)) throw fail('PARAMETERS_INVALID', { fields: ['payMethods'] });
  if (isBuy && cardIds.length + payAccountIds.length > 0)
    throw fail('PARAMETERS_INVALID', { fields: ['cardIds'] });
  if (payMethods) return { cardIds: [], payAccountIds: [], payMethods: payMethodsOf(payMethods) };
  const { cards, accounts } = await holdPayPlaces(tx, memberId, { cardIds, payAccountIds });
  return {
    cardIds: cards.map(({ id }) => id),
    payAccountIds: accounts.map(({ id }) => id),
    payMethods: payMethodsOf([
      ...cards.map(() => 'bank' as const),
      ...accounts.map(({ target }) => target.app),
    ]),
  };
}

/**
 * What keeps one owner from filling the market: so many listings and no more, and none that nobody could take. Who buys reserves nothing, so nothing else
 * bounds it. A renewal asks it too, or ended listings were a store of what may not be published. The owner's commands wait for one another at the
 * session's row. Returns the owner's level, which stands in the listing.
 */
export async function assertMayPublish(
  tx: Tx,
  { ownerId, coin, side, minQuantity }: Pick<NewListing, 'ownerId' | 'coin' | 'side' | 'minQuantity'>,
  { settings, now }: { readonly settings: Settings; readonly now: Date },
): Promise<number> {
  const max = settings['limit.listings'];
  const [isFull, level, ownLimits] = await together(
    hasListings(tx, { ownerId, coin, side, count: max }),
    levelOfOwner(tx, ownerId),
    findOwnLimits(tx, [ownerId]),
  );
  if (isFull) throw fail('LISTINGS_FULL', { max });
  const owner = { level, ownLimits, used: 0n as Minor };
  const day = ownerLeft({ ownerId, coin, side }, owner, { settings, now });
  if (minQuantity > day) throw fail('LISTING_ABOVE_DAY', { max: `${formatAmount(coin, day)} ${coin}` });
  return level;
}

/** What is offered, which may be published by its owner. */
async function termsOf(
  tx: Tx,
  ownerId: MemberId,
  input: CallInput<'/listing/create'>,
  at: { readonly settings: Settings; readonly now: Date },
) {
  const parsed = parseTerms(input);
  if (!parsed.ok) throw fail('PARAMETERS_INVALID', { fields: parsed.fields });
  const { settings } = at;
  const payWindowMinutes = Number(input.payWindowMinutes);
  const payWindows = settings['clock.pay'];
  if (!payWindows.includes(payWindowMinutes))
    throw fail('PAY_WINDOW_NOT_OFFERED', { minutes: payWindows.join(', ') });
  const below = belowFee(input.coin, parsed.terms.minQuantity, settings['fee.order']);
  if (below) throw fail('AMOUNT_BELOW_FEE', below);
  const { side = 'sell', coin } = input;
  const terms = { ...parsed.terms, ownerId, side, coin, payWindowMinutes };
  return { ...terms, ownerLevel: await assertMayPublish(tx, terms, at) };
}

/** T1: publishes a listing. The whole quantity of a sell listing moves from available to its reserve; who buys reserves nothing. */
export const createListing =
  ({ realNameOf }: CreateParts): Handler<'/listing/create'> =>
  async (context, input) => {
    const { tx, session, now, settings: readSettings } = context;
    const { memberId: ownerId } = session;
    const settings = await readSettings();
    // None needs another's answer, so they share round trips. Of several refusals the first in this order is said.
    const [, terms, paying, remarkId] = await together(
      realNameOf(tx, ownerId),
      termsOf(tx, ownerId, input, { settings, now }),
      payingOf(tx, ownerId, input),
      remarkFor(tx, { ownerId, typed: input.remark, before: null }),
    );
    const listing = await applyFirstTransition(
      tx,
      {
        ...terms,
        ...paying,
        remarkId,
        ...whomItIsFor(input, { before: SAYS_NOTHING, now }),
        feeAgreed: settings['fee.order'],
        ttlHours: input.ttlHours === undefined ? TTL_HOURS_DEFAULT : Number(input.ttlHours),
      },
      defined(findTransition({ at: 'NONE' }, 'publish', 'owner'), 'the table has a publish'),
    );
    if (listing.isPrivate) makeLink(tx, listing.id, { hasPassword: false });
    return { listing: await showOwn(context, listing) };
  };
