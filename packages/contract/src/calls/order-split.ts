import * as z from 'zod/mini';
import { write } from './call.ts';
import { amountText, id, proofTicket, version } from './fields.ts';
import { oneOrder } from './orders.ts';

/** An order under a case, shared by the agreement of both sides (T30). */

const onOrder = { orderId: id, version };

export const orderSplitCalls = {
  /**
   * "I agree that the payer gets this part." It is an offer, or the agreement to the other side's offer of the same part. The payee proves what a
   * release asks.
   */
  '/order/split': write(
    'own',
    { origin: 'ours', secret: true },
    {
      input: z.strictObject({
        ...onOrder,
        /** What the payer gets, before the fee; the rest goes back to the payee. */
        payerPart: amountText,
        otpTicket: z.optional(proofTicket),
      }),
      output: oneOrder,
    },
  ),
  /** Declines the other side's offer, or takes the own one back. */
  '/order/decline-split': write(
    'own',
    { origin: 'ours' },
    { input: z.strictObject(onOrder), output: oneOrder },
  ),
} as const;
