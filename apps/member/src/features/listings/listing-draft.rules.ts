import type { OwnBankCard } from '@holdfast/contract/calls';
import {
  AMOUNT_MINOR_MAX,
  FEE_BASIS_POINTS,
  formatAmount,
  leastTrade,
  parseAmount,
  parsePrice,
  payableTwd,
  type Coin,
} from '@holdfast/kernel';

/** The amounts of a listing as they are typed: texts, because half a number is no number yet. */
export interface DraftAmounts {
  readonly quantity: string;
  readonly price: string;
  readonly min: string;
  readonly max: string;
}

export interface ListingDraft extends DraftAmounts {
  readonly coin: Coin;
  readonly cardIds: readonly string[];
}

/** What may be wrong with each field, in the order in which it is said. */
export const FIELD_FAULTS = {
  quantity: ['quantity', 'overBalance'],
  price: ['price', 'priceTooHigh'],
  min: ['min', 'minBelowFee', 'minAboveMax'],
  max: ['max', 'maxAboveQuantity'],
} as const satisfies Readonly<Record<keyof DraftAmounts, readonly string[]>>;

export type DraftFault = (typeof FIELD_FAULTS)[keyof DraftAmounts][number] | 'cards';

export interface DraftVerdict {
  readonly faults: ReadonlySet<DraftFault>;
  /** What publishing would do; undefined while quantity or price cannot be read. */
  readonly effect:
    | { readonly reserved: string; readonly staysFree: string; readonly youGetTwd: string }
    | undefined;
}

/** Undefined for nothing and for zero. What cannot be read is more than any amount: a field lets nothing else through. */
function positive(coin: Coin, text: string): bigint | undefined {
  if (text === '') return undefined;
  const value = parseAmount(coin, text) ?? AMOUNT_MINOR_MAX + 1n;
  return value > 0n ? value : undefined;
}

const isZero = (text: string) => /^[0.]*$/.test(text);

/** The accounts that a listing may name: none that nobody has approved, and none that was added during a cool-down which still runs. */
export const usableCards = (cards: readonly OwnBankCard[]): OwnBankCard[] =>
  cards.filter(({ status, coolingUntil }) => status === 'Approved' && coolingUntil === null);

/** Those that only wait for the end of a cool-down. */
export const coolingCards = (cards: readonly OwnBankCard[]): OwnBankCard[] =>
  cards.filter(({ status, coolingUntil }) => status === 'Approved' && coolingUntil !== null);

/** Only accounts that can be used are chosen; with one of them there is nothing to choose, and it is taken. */
export function withUsableCards(draft: ListingDraft, cards: readonly OwnBankCard[]): ListingDraft {
  const usable = usableCards(cards).map(({ id }) => id);
  const chosen = draft.cardIds.filter((id) => usable.includes(id));
  return { ...draft, cardIds: chosen.length === 0 && usable.length === 1 ? usable : chosen };
}

/** What a draft is judged against; what has not come yet is undefined, and no fault of the draft. */
interface Known {
  /** A decimal of the wire. */
  readonly available: string | undefined;
  readonly cards: readonly OwnBankCard[] | undefined;
}

export function judgeDraft(draft: ListingDraft, { available, cards }: Known): DraftVerdict {
  const { coin } = draft;
  const quantity = positive(coin, draft.quantity);
  const price = parsePrice(draft.price);
  const min = positive(coin, draft.min);
  const max = positive(coin, draft.max);
  const free = available === undefined ? undefined : parseAmount(coin, available);
  const is: Readonly<Record<DraftFault, boolean>> = {
    quantity: quantity === undefined,
    overBalance: quantity !== undefined && quantity > (free ?? AMOUNT_MINOR_MAX),
    price: isZero(draft.price),
    priceTooHigh: price === undefined && !isZero(draft.price),
    max: max === undefined,
    maxAboveQuantity: max !== undefined && quantity !== undefined && max > quantity,
    min: min === undefined,
    minBelowFee: min !== undefined && min < leastTrade(coin, FEE_BASIS_POINTS),
    minAboveMax: min !== undefined && max !== undefined && min > max,
    cards: cards !== undefined && draft.cardIds.length === 0,
  };
  const faults = new Set((Object.keys(is) as DraftFault[]).filter((fault) => is[fault]));
  if (quantity === undefined || price === undefined || is.overBalance) return { faults, effect: undefined };
  return {
    faults,
    effect: {
      reserved: formatAmount(coin, quantity),
      staysFree: free === undefined ? '' : formatAmount(coin, free - quantity),
      youGetTwd: payableTwd(coin, quantity, price).toString(),
    },
  };
}
