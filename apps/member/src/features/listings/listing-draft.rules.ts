import type { BankCard } from '@holdfast/contract/calls';
import { formatAmount, parseAmount, parsePrice, payableTwd, type Coin } from '@holdfast/kernel';

/** A listing as it is being typed: texts, because half a number is no number yet. */
export interface ListingDraft {
  readonly coin: Coin;
  readonly quantity: string;
  readonly price: string;
  readonly min: string;
  readonly max: string;
  readonly cardIds: readonly string[];
}

export type DraftFault = 'quantity' | 'balance' | 'price' | 'min' | 'max' | 'cards';

export interface DraftVerdict {
  readonly faults: ReadonlySet<DraftFault>;
  /** What publishing would do; undefined while quantity or price cannot be read. */
  readonly effect:
    | { readonly reserved: string; readonly staysFree: string; readonly youGetTwd: string }
    | undefined;
}

function positive(coin: Coin, text: string): bigint | undefined {
  const value = parseAmount(coin, text);
  return value !== undefined && value > 0n ? value : undefined;
}

export const usableCards = (cards: readonly BankCard[]): BankCard[] =>
  cards.filter(({ status }) => status !== 'NotApproved');

/** With one account there is nothing to choose: it is taken. */
export function withOnlyCard(draft: ListingDraft, cards: readonly BankCard[]): ListingDraft {
  const [only, ...others] = usableCards(cards);
  return draft.cardIds.length === 0 && only && others.length === 0 ? { ...draft, cardIds: [only.id] } : draft;
}

/** What a draft is judged against; what has not come yet is undefined, and no fault of the draft. */
interface Known {
  /** A decimal of the wire. */
  readonly available: string | undefined;
  readonly cards: readonly BankCard[] | undefined;
}

export function judgeDraft(draft: ListingDraft, { available, cards }: Known): DraftVerdict {
  const { coin } = draft;
  const quantity = positive(coin, draft.quantity);
  const price = parsePrice(draft.price);
  const min = positive(coin, draft.min);
  const max = positive(coin, draft.max);
  const free = available === undefined ? undefined : parseAmount(coin, available);
  const faults = new Set<DraftFault>();
  if (quantity === undefined) faults.add('quantity');
  if (quantity !== undefined && free !== undefined && quantity > free) faults.add('balance');
  if (price === undefined) faults.add('price');
  if (max === undefined || (quantity !== undefined && max > quantity)) faults.add('max');
  if (min === undefined || (max !== undefined && min > max)) faults.add('min');
  if (cards && draft.cardIds.length === 0) faults.add('cards');
  if (quantity === undefined || price === undefined || faults.has('balance'))
    return { faults, effect: undefined };
  return {
    faults,
    effect: {
      reserved: formatAmount(coin, quantity),
      staysFree: free === undefined ? '' : formatAmount(coin, free - quantity),
      youGetTwd: payableTwd(coin, quantity, price).toString(),
    },
  };
}
