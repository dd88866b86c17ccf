import type { Terms } from '@holdfast/contract/order-events';
import type { Transition } from '@holdfast/contract/orders';
import type { PaymentDeclaration } from '@holdfast/contract/rules';
import { defined } from '@holdfast/kernel';
import type { Parts } from './move-escrow.ts';
import { fundingOf, type Fault } from './order.rules.ts';
import type { ChangedOrder } from './order.store.ts';

/** What only the one who acts knows; the rest of an event's detail follows from the order and its transition. */
export interface OwnDetail {
  readonly reason?: string;
  readonly saidPaidAt?: string;
  readonly proofIds?: readonly string[];
  readonly caseId?: string;
}

interface Happened {
  readonly transition: Transition;
  readonly isFirst: boolean;
  readonly paid?: PaymentDeclaration;
  readonly proofs?: readonly { readonly id: string }[];
  readonly cancelReason?: string;
  readonly requestReason?: string;
  readonly fault?: Fault | null;
  readonly lockType?: 'full' | 'partial';
  readonly minutes?: number;
  readonly parts?: Parts;
  readonly heldUntil?: Date | undefined;
  readonly returnedTo: 'listing_reserve' | 'available' | undefined;
  readonly detail?: OwnDetail;
}

/** The detail of the event that has led to `order`. The declaration of a payment stays sealed in the order; here is only its kind. */
export function detailOf(order: ChangedOrder, happened: Happened): Record<string, unknown> {
  const { transition, isFirst, paid, proofs, cancelReason, requestReason, lockType, minutes, parts } =
    happened;
  const { heldUntil, returnedTo, fault, detail } = happened;
  const known = {
    deadlines: order.deadlines,
    ...(isFirst && { terms: termsOf(order, defined(lockType, 'a lock says how much it locks')) }),
    ...(paid && { payType: paid.payType }),
    ...((paid ?? proofs) && { proofIds: (proofs ?? []).map(({ id }) => id) }),
    reason: requestReason ?? cancelReason,
    minutes,
    parts: parts && { payer: String(parts.payer), payee: String(parts.payee) },
    fault: fault ?? undefined,
    resolution: transition.resolution,
    funding: fundingOf(transition.escrow, order),
    returnedTo,
    late: transition.late,
    heldUntil: heldUntil?.toISOString(),
    ...detail,
  };
  // What is not there is left out; `insertEvent` holds the rest against the contract.
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

function termsOf(order: ChangedOrder, lockType: Terms['lockType']): Terms {
  return {
    serialNo: order.serialNo,
    listingId: order.listingId,
    listingVersion: order.listingVersion,
    ...(order.remark !== null && { remarkId: order.remark.id }),
    ownerId: order.ownerId,
    lockerId: order.lockerId,
    payerId: order.payerId,
    payeeId: order.payeeId,
    coin: order.coin,
    quantity: String(order.quantity),
    priceE4: String(order.priceE4),
    payTwd: String(order.payTwd),
    feeBasisPoints: order.feeBasisPoints,
    fee: String(order.fee),
    payWindowMinutes: order.payWindowMinutes,
    payMethod: order.payMethod,
    ...(order.cardVersionId !== null && { cardVersionId: order.cardVersionId }),
    ...(order.payAccountVersionId !== null && { payAccountVersionId: order.payAccountVersionId }),
    lockType,
  };
}
