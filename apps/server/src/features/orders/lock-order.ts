import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { findTransition } from '@holdfast/contract/orders';
import {
  defined,
  FEE_BASIS_POINTS,
  parseAmount,
  quoteTrade,
  toListingId,
  type MemberId,
} from '@holdfast/kernel';
import { canReceive, listCards } from '#features/bank-cards/index.ts';
import { decideLock, findListingToLock, lockCapOf, takeFromListing } from '#features/listings/index.ts';
import { findMembers } from '#features/member-profile/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { applyFirstTransition } from './apply-transition.ts';
import { toDetail } from './to-order.ts';

/** How often a lock is decided anew because the listing changed between its reading and its row lock, and may still be locked. */
const TRIES = 3;

/** Reads what decides a lock, without the row lock, and refuses what cannot be: of the many who are late nobody waits for the row. */
async function readLockable(tx: Tx, lockerId: MemberId, input: CallInput<'/order/lock'>) {
  const listing = await findListingToLock(tx, { id: toListingId(input.listingId), lockerId });
  if (!listing) throw fail('LISTING_NOT_FOUND');
  const quantity = parseAmount(listing.coin, input.quantity);
  if (!quantity) throw fail('PARAMETERS_INVALID', { fields: ['quantity'] });
  const ownOrderId = listing.ownOrderId ?? undefined;
  const verdict = decideLock({ listing, lockerId, ownOrderId, versionSeen: Number(input.version), quantity });
  if (!verdict.ok) throw fail(verdict.refuse, verdict.data as never);
  return { listing, quantity };
}

/** Takes part of a listing whose row lock begins here. Of many who want the last of it the first wins; the others get a named refusal. */
async function take(tx: Tx, lockerId: MemberId, input: CallInput<'/order/lock'>) {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const { listing, quantity } = await readLockable(tx, lockerId, input);
    const { id, ownerId, version } = listing;
    const locker = defined((await findMembers(tx, [lockerId])).get(lockerId), 'a session has its member');
    const cap = lockCapOf(locker.level);
    const capReached = () => fail('LOCK_CAP_REACHED', { max: cap });
    if (listing.liveLocks >= cap) throw capReached();
    const cards = await listCards(tx, ownerId);
    const card = cards.find((it) => listing.cardIds.includes(it.id) && canReceive(it));
    if (!card) throw fail('LISTING_NOT_PAYABLE');
    const taken = await takeFromListing(tx, { id, version, quantity, lockerId, cap });
    if (taken === 'capped') throw capReached();
    if (taken !== 'changed') return { listing, quantity, card, isWhole: taken.left === 0n };
  }
  throw fail('LISTING_BUSY');
}

/**
 * T2: locks part of a sell listing. Rate and rounding of the fee, the price and the sum to pay are fixed here and never computed again.
 */
export const lockFromListing: Handler<'/order/lock'> = async ({ tx, session, now, audit }, input) => {
  const lockerId = session.memberId;
  const { listing, quantity, card, isWhole } = await take(tx, lockerId, input);
  const { coin, priceE4, ownerId, payWindowMinutes } = listing;
  const quoted = quoteTrade({ coin, quantity, price: priceE4, feeBasisPoints: FEE_BASIS_POINTS });
  const terms = {
    listingId: listing.id,
    listingVersion: listing.version,
    ownerId,
    lockerId,
    payerId: lockerId,
    payeeId: ownerId,
    coin,
    quantity,
    priceE4,
    payTwd: quoted.payTwd,
    fee: quoted.fee,
    feeBasisPoints: FEE_BASIS_POINTS,
    payWindowMinutes,
    cardVersionId: card.versionId,
  };
  const order = await applyFirstTransition(tx, terms, {
    transition: defined(findTransition({ at: 'OPEN' }, 'lock', 'locker'), 'the table has a lock'),
    actor: 'payer',
    actorId: lockerId,
    lockType: isWhole ? 'full' : 'partial',
  });
  return {
    order: await toDetail(tx, order, { memberId: lockerId, now, audit }),
    serverTime: now.toISOString(),
  };
};
