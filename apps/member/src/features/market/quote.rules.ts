import type { Offer } from '@holdfast/contract/calls';
import { formatAmount, leastTrade, parseAmount, parsePrice, quoteTrade } from '@holdfast/kernel';

type Terms = Pick<Offer, 'coin' | 'price' | 'minQuantity' | 'maxQuantity' | 'feeBasisPoints'>;

export interface Quote {
  /** What the payer sends outside, whole NT$. */
  readonly payTwd: bigint;
  /** What leaves the seller. */
  readonly quantity: string;
  readonly fee: string;
  /** What arrives: the quantity less the fee. */
  readonly receives: string;
}

export type Quoted =
  | { readonly ok: true; readonly quote: Quote }
  | { readonly ok: false; readonly fault: 'empty' | 'below' | 'belowFee' | 'above' };

/** What locking `text` of an offer would cost and bring, by the rules that the server fixes at the lock. */
export function quoteLock(offer: Terms, text: string): Quoted {
  const { coin, feeBasisPoints } = offer;
  if (text === '') return { ok: false, fault: 'empty' };
  const quantity = parseAmount(coin, text);
  const price = parsePrice(offer.price);
  // The field lets nothing through but amounts, so what cannot be read is larger than any.
  if (quantity === undefined || price === undefined) return { ok: false, fault: 'above' };
  if (quantity < (parseAmount(coin, offer.minQuantity) ?? 0n)) return { ok: false, fault: 'below' };
  if (quantity < leastTrade(coin, feeBasisPoints)) return { ok: false, fault: 'belowFee' };
  if (quantity > (parseAmount(coin, offer.maxQuantity) ?? 0n)) return { ok: false, fault: 'above' };
  const { payTwd, fee, receives } = quoteTrade({ coin, quantity, price, feeBasisPoints });
  return {
    ok: true,
    quote: {
      payTwd,
      quantity: formatAmount(coin, quantity),
      fee: formatAmount(coin, fee),
      receives: formatAmount(coin, receives),
    },
  };
}
