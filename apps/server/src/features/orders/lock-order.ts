import { fail } from '@holdfast/contract/errors';
import { findTransition } from '@holdfast/contract/orders';
import { defined, FEE_BASIS_POINTS, parseAmount, quoteTrade, toListingId } from '@holdfast/kernel';
import { canReceive, listCards } from '#features/bank-cards/index.ts';
import { decideLock, lockCapOf, selectListingForUpdate, takeFromListing } from '#features/listings/index.ts';
import { findMembers } from '#features/member-profile/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { applyFirstTransition } from './apply-transition.ts';
import { findLiveOrderOn, takeLockPlace } from './order.store.ts';
import { toDetail } from './to-order.ts';

/**
 * T2: locks part of a sell listing. The listing's row lock makes the first of two lockers win; the other gets a named refusal.
 * Rate and rounding of the fee, the price and the sum to pay are fixed here and never computed again.
 */
export const lockFromListing: Handler<'/order/lock'> = async ({ tx, session, now, audit }, input) => {
  const lockerId = session.memberId;
  const listing = await selectListingForUpdate(tx, toListingId(input.listingId));
  if (!listing) throw fail('LISTING_NOT_FOUND');
  const { coin, priceE4, ownerId, payWindowMinutes } = listing;
  const quantity = parseAmount(coin, input.quantity);
  if (!quantity) throw fail('PARAMETERS_INVALID', { fields: ['quantity'] });
  const ownOrderId = listing.locked > 0n ? await findLiveOrderOn(tx, listing.id, lockerId) : undefined;
  const versionSeen = Number(input.version);
  const verdict = decideLock({ listing, lockerId, ownOrderId, versionSeen, quantity });
  if (!verdict.ok) throw fail(verdict.refuse, verdict.data as never);

  const locker = defined((await findMembers(tx, [lockerId])).get(lockerId), 'a session has its member');
  const cap = lockCapOf(locker.level);
  if (!(await takeLockPlace(tx, { lockerId, cap }))) throw fail('LOCK_CAP_REACHED', { max: cap });
  const cards = await listCards(tx, ownerId);
  const card = cards.find((it) => listing.cardIds.includes(it.id) && canReceive(it));
  if (!card) throw fail('LISTING_NOT_PAYABLE');
  if (!(await takeFromListing(tx, { id: listing.id, quantity }))) throw fail('LISTING_NOT_OPEN');

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
    cardId: card.id,
  };
  const order = await applyFirstTransition(tx, terms, {
    transition: defined(findTransition({ at: 'OPEN' }, 'lock', 'locker'), 'the table has a lock'),
    actor: 'payer',
    actorId: lockerId,
    lockType: quantity === listing.remaining ? 'full' : 'partial',
  });
  return {
    order: await toDetail(tx, order, { memberId: lockerId, now, audit }),
    serverTime: now.toISOString(),
  };
};
