import * as z from 'zod/mini';
import { decimal, instant } from './fields.ts';

/** How to share what is in escrow, as one side offers it; null once it has lapsed. */
export const splitOffer = z.object({
  by: z.enum(['you', 'counterparty']),
  /** What the payer's part is before the fee, and what arrives of it. */
  payerPart: decimal,
  payerGets: decimal,
  payeeGets: decimal,
  until: instant,
});
