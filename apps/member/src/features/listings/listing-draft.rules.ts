import type { OwnBankCard, OwnPayAccount } from '@holdfast/contract/calls';
import { PAY_METHODS, type PayMethod } from '@holdfast/contract/rules';
import {
  AMOUNT_MINOR_MAX,
  formatAmount,
  leastTrade,
  parseAmount,
  parsePrice,
  payableTwd,
  type Coin,
} from '@holdfast/kernel';
import { usablePlaces, type Place } from '#components/own-places.rules.ts';

/** The amounts of a listing as they are typed: texts, because half a number is no number yet. */
export interface DraftAmounts {
  readonly quantity: string;
  readonly price: string;
  readonly min: string;
  readonly max: string;
}

export interface ListingDraft extends DraftAmounts {
  readonly side: 'sell' | 'buy';
  readonly coin: Coin;
  /** Where who sells is paid. */
  readonly cardIds: readonly string[];
  readonly payAccountIds: readonly string[];
  /** How who buys can pay. */
  readonly payMethods: readonly PayMethod[];
}

/** What may be wrong with each field, in the order in which it is said. */
export const FIELD_FAULTS = {
  quantity: ['quantity', 'overBalance'],
  price: ['price', 'priceTooHigh'],
  min: ['min', 'minBelowFee', 'minAboveMax'],
  max: ['max', 'maxAboveQuantity'],
} as const satisfies Readonly<Record<keyof DraftAmounts, readonly string[]>>;

export type DraftFault = (typeof FIELD_FAULTS)[keyof DraftAmounts][number] | 'places' | 'methods';

export interface DraftVerdict {
  readonly faults: ReadonlySet<DraftFault>;
  /** What publishing would do; undefined while quantity or price cannot be read. Who buys sets nothing aside. */
  readonly effect:
    | { readonly reserved: string; readonly staysFree: string; readonly payTwd: string }
    | undefined;
}

/** Undefined for nothing and for zero. What cannot be read is more than any amount: a field lets nothing else through. */
function positive(coin: Coin, text: string): bigint | undefined {
  if (text === '') return undefined;
  const value = parseAmount(coin, text) ?? AMOUNT_MINOR_MAX + 1n;
  return value > 0n ? value : undefined;
}

const isZero = (text: string) => /^[0.]*$/.test(text);

export interface Places {
  readonly cards: readonly OwnBankCard[];
  readonly payAccounts: readonly OwnPayAccount[];
}

/**
 * Only places that can be used are chosen. Where nothing is, the only bank card is taken, or the only pay account of who has no card: there is nothing
 * to choose.
 */
export function withUsablePlaces(draft: ListingDraft, { cards, payAccounts }: Places): ListingDraft {
  const [ownCards, ownAccounts] = [cards, payAccounts].map((all) =>
    usablePlaces<Place>(all).map(({ id }) => id),
  );
  const usable = { cardIds: ownCards ?? [], payAccountIds: ownAccounts ?? [] };
  const cardIds = draft.cardIds.filter((id) => usable.cardIds.includes(id));
  const payAccountIds = draft.payAccountIds.filter((id) => usable.payAccountIds.includes(id));
  if (cardIds.length + payAccountIds.length > 0) return { ...draft, cardIds, payAccountIds };
  if (usable.cardIds.length === 1) return { ...draft, cardIds: usable.cardIds, payAccountIds };
  const isOnly = usable.cardIds.length === 0 && usable.payAccountIds.length === 1;
  return { ...draft, cardIds, payAccountIds: isOnly ? usable.payAccountIds : [] };
}

/** The ways in which orders of the draft will be paid. */
export function methodsOf(
  { side, cardIds, payAccountIds, payMethods }: ListingDraft,
  payAccounts: Places['payAccounts'],
): readonly PayMethod[] {
  if (side === 'buy') return payMethods;
  const apps = payAccounts.filter(({ id }) => payAccountIds.includes(id)).map(({ app }) => app);
  return PAY_METHODS.filter((method) => (method === 'bank' ? cardIds.length > 0 : apps.includes(method)));
}

/** What a draft is judged against; what has not come yet is undefined, and no fault of the draft. */
interface Known {
  /** A decimal of the wire. */
  readonly available: string | undefined;
  readonly places: Places | undefined;
  /** The fee of orders that are locked now. */
  readonly feeBasisPoints: number | undefined;
}

export function judgeDraft(draft: ListingDraft, { available, places, feeBasisPoints }: Known): DraftVerdict {
  const { coin, side } = draft;
  const isSale = side === 'sell';
  const quantity = positive(coin, draft.quantity);
  const price = parsePrice(draft.price);
  const min = positive(coin, draft.min);
  const max = positive(coin, draft.max);
  const free = available === undefined ? undefined : parseAmount(coin, available);
  const is: Readonly<Record<DraftFault, boolean>> = {
    quantity: quantity === undefined,
    overBalance: isSale && quantity !== undefined && quantity > (free ?? AMOUNT_MINOR_MAX),
    price: isZero(draft.price),
    priceTooHigh: price === undefined && !isZero(draft.price),
    max: max === undefined,
    maxAboveQuantity: max !== undefined && quantity !== undefined && max > quantity,
    min: min === undefined,
    minBelowFee: min !== undefined && feeBasisPoints !== undefined && min < leastTrade(coin, feeBasisPoints),
    minAboveMax: min !== undefined && max !== undefined && min > max,
    places: isSale && places !== undefined && draft.cardIds.length + draft.payAccountIds.length === 0,
    methods: !isSale && draft.payMethods.length === 0,
  };
  const faults = new Set((Object.keys(is) as DraftFault[]).filter((fault) => is[fault]));
  if (quantity === undefined || price === undefined || is.overBalance) return { faults, effect: undefined };
  return {
    faults,
    effect: {
      reserved: isSale ? formatAmount(coin, quantity) : '',
      staysFree: !isSale || free === undefined ? '' : formatAmount(coin, free - quantity),
      payTwd: payableTwd(coin, quantity, price).toString(),
    },
  };
}
