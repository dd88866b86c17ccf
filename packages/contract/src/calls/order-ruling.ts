import * as z from 'zod/mini';
import { RULING_REASON_NAMES } from '../orders/rulings.ts';
import { read } from './call.ts';
import { decimal, id, instant } from './fields.ts';

/** What operators have decided about an order, as both sides read it. */

const ruling = z.object({
  outcome: z.enum(['rule-release', 'force-cancel', 'split', 'relock', 'dismissed']),
  reason: z.enum(RULING_REASON_NAMES),
  /** What the operator wrote to both. */
  text: z.string(),
  at: instant,
  /** Of a split: what arrived at the payer, and what went back to the payee. */
  shares: z.nullable(z.object({ payer: decimal, payee: decimal })),
  /** Until when either side may appeal; null where nobody may. */
  appealUntil: z.nullable(instant),
});
export type OrderRuling = z.infer<typeof ruling>;

export const orderRulingCalls = {
  /** The last ruling; null where there is none. */
  '/order/ruling': read(
    'own',
    { origin: 'ours' },
    { input: z.strictObject({ orderId: id }), output: z.object({ ruling: z.nullable(ruling) }) },
  ),
} as const;
