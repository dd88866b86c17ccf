import type { Movement } from '@holdfast/contract/orders';
import { BugError, defined, feeMinor, type Minor } from '@holdfast/kernel';
import { cancel, finish, lock, openLot, relock, split } from '@holdfast/ledger';
import {
  holdListing,
  isListed,
  releaseFromListing,
  selectListingForUpdate,
} from '#features/listings/index.ts';
import { together, type Tx } from '#platform/db/db.ts';
import { postOrFail } from '#platform/money/post-or-fail.ts';
import { FUNDINGS, returnsTo } from './order.rules.ts';
import type { Order } from './order.store.ts';
import { countEnd, countRelock } from './trader.store.ts';

/** How the two sides share what was locked; sums to the quantity. */
export interface Parts {
  readonly payer: Minor;
  readonly payee: Minor;
}

/** What a movement needs beside the order. */
export interface Moving {
  readonly parts?: Parts | undefined;
  /** Until when what the payer gets is held; absent: it is available at once. */
  readonly heldUntil?: Date | undefined;
}

/**
 * Posts a movement of the order's coin and, when the order ends or begins anew with it, settles its listing and its counters. Says where a
 * return went: only now it is known whether the listing takes it.
 */
export async function moveEscrow(
  tx: Tx,
  order: Order,
  movement: Movement,
  moving: Moving = {},
): Promise<{ readonly returnedTo?: 'listing_reserve' | 'available' }> {
  const { funding } = order;
  switch (movement) {
    case 'relock':
      await countRelock(tx, order);
      await postOrFail(tx, relock(escrowOf(order)));
      return {};
    case 'return': {
      const returnedTo = returnsTo(funding, await settle(tx, order, movement));
      await postOrFail(tx, cancel({ ...escrowOf(order), to: returnedTo }));
      return { returnedTo };
    }
    case 'finish':
    case 'split':
      await settle(tx, order, movement);
      await payOut(tx, order, movement, moving);
      return {};
    default:
      throw new BugError(`no order moves its coin by ${movement}`);
  }
}

/** The escrows with which orders begin, each out of what funds it: one posting of all. */
export async function lockEscrows(tx: Tx, orders: readonly Order[]): Promise<void> {
  const entryOf = (order: Order) => lock({ ...escrowOf(order), from: FUNDINGS[order.funding].account });
  await postOrFail(tx, ...orders.map(entryOf));
}

function escrowOf({ id, version, payeeId, coin, quantity }: Order) {
  return { order: id, version, payee: payeeId, coin, quantity };
}

/** The payer gets the coin, or a part of it, less the fee; what is held is a lot with a time of its own. */
async function payOut(
  tx: Tx,
  order: Order,
  movement: 'finish' | 'split',
  { parts, heldUntil }: Moving,
): Promise<void> {
  const { id, version, payerId: payer } = order;
  const to = heldUntil ? 'hold' : 'available';
  const entry =
    movement === 'finish'
      ? finish({ ...escrowOf(order), payer, fee: order.fee, to })
      : split({ ...escrowOf(order), payer, ...partsOf(order, defined(parts, 'a split has its parts')), to });
  const lot = heldUntil && { order: id, version, member: payer, dueAt: heldUntil };
  await together(postOrFail(tx, entry), lot && openLot(tx, entry, lot));
}

/** The rate of the fee is the lock's; the fee of a part is that of a trade of this part. */
function partsOf({ feeBasisPoints }: Order, { payer: payerPart, payee: payeePart }: Parts) {
  return { payerPart, payeePart, fee: feeMinor(payerPart, feeBasisPoints) };
}

/**
 * Counts an ended order for both sides, and unlocks its quantity in the listing where it is part of it. Returns whether the listing can take
 * something back.
 */
async function settle(tx: Tx, order: Order, movement: Movement): Promise<boolean> {
  let isListedStill = false;
  if (FUNDINGS[order.funding].isOfListing) {
    const { listingId: id, quantity } = order;
    if (movement === 'return') {
      const listing = defined(await selectListingForUpdate(tx, id), 'an order has its listing');
      isListedStill = isListed(listing.state);
    } else {
      // Its state makes no difference, so nobody waits for the row lock alone.
      await holdListing(tx, id);
    }
    await releaseFromListing(tx, { id, quantity, giveBack: isListedStill });
  }
  await countEnd(tx, order);
  return isListedStill;
}
