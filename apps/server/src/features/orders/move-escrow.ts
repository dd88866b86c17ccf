import type { Movement } from '@holdfast/contract/orders';
import { BugError, defined, feeMinor, type Minor } from '@holdfast/kernel';
import { cancel, finish, lock, relock, split } from '@holdfast/ledger';
import { isListed, releaseFromListing, selectListingForUpdate } from '#features/listings/index.ts';
import type { Tx } from '#platform/db/db.ts';
import { postOrFail } from '#platform/money/post-or-fail.ts';
import { FUNDINGS, returnsTo } from './order.rules.ts';
import { countEnd, countRelock, type Order } from './order.store.ts';

/** How the two sides share what was locked; sums to the quantity. */
export interface Parts {
  readonly payer: Minor;
  readonly payee: Minor;
}

/** What a movement needs beside the order. */
export interface Moving {
  readonly parts?: Parts | undefined;
}

/** Posts a movement of the order's coin and, when the order ends or begins anew with it, settles its listing and its counters. */
export async function moveEscrow(
  tx: Tx,
  order: Order,
  movement: Movement,
  { parts }: Moving = {},
): Promise<void> {
  const { id, version, payerId: payer, payeeId, coin, quantity, fee, funding } = order;
  const escrow = { order: id, version, payee: payeeId, coin, quantity };
  switch (movement) {
    case 'lock':
      return postOrFail(tx, lock({ ...escrow, from: FUNDINGS[funding].account }));
    case 'relock':
      await countRelock(tx, order);
      return postOrFail(tx, relock(escrow));
    case 'return': {
      const isListedStill = await settle(tx, order, movement);
      return postOrFail(tx, cancel({ ...escrow, to: returnsTo(funding, isListedStill) }));
    }
    case 'finish':
      await settle(tx, order, movement);
      return postOrFail(tx, finish({ ...escrow, payer, fee, to: 'available' }));
    case 'split': {
      await settle(tx, order, movement);
      const { payer: payerPart, payee: payeePart } = defined(parts, 'a split has its parts');
      // The rate is the lock's. The fee of a part is that of a trade of this part.
      const feeOfPart = feeMinor(payerPart, order.feeBasisPoints);
      return postOrFail(
        tx,
        split({ ...escrow, payer, payerPart, payeePart, fee: feeOfPart, to: 'available' }),
      );
    }
    default:
      throw new BugError(`no order moves its coin by ${movement}`);
  }
}

/**
 * Counts an ended order for both sides, and unlocks its quantity in the listing where it is part of it. Returns whether the listing can take
 * something back.
 */
async function settle(tx: Tx, order: Order, movement: Movement): Promise<boolean> {
  let isListedStill = false;
  if (FUNDINGS[order.funding].isOfListing) {
    const listing = defined(await selectListingForUpdate(tx, order.listingId), 'an order has its listing');
    isListedStill = isListed(listing.state);
    const giveBack = movement === 'return' && isListedStill;
    await releaseFromListing(tx, { id: listing.id, quantity: order.quantity, giveBack });
  }
  await countEnd(tx, order);
  return isListedStill;
}
