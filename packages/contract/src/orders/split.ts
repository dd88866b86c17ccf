/** An agreed split (docs/spec/orders.md T30): one side offers how to share what is in escrow, the other one agrees to the same parts. */

/** How long an offer stands. After that it has lapsed: nobody can agree to it, and no clock has to fire for that. */
export const SPLIT_OFFER_MS = 24 * 3_600_000;

/** Whose offer stands; null: nobody's. */
export function splitOfferedBy(
  offer: { readonly by: 'payer' | 'payee'; readonly at: Date } | null | undefined,
  now: number,
): 'payer' | 'payee' | null {
  return offer && now < offer.at.getTime() + SPLIT_OFFER_MS ? offer.by : null;
}
