import { fail } from '@holdfast/contract/errors';
import { findTransition } from '@holdfast/contract/orders';
import { defined, FEE_BASIS_POINTS, minor, parseAmount, quoteTrade, toMemberId } from '@holdfast/kernel';
import { listCards, type CardVault } from '#features/bank-cards/index.ts';
import { decideLock, lockCapOf, lockListing, takeFromListing } from '#features/listings/index.ts';
import { findMembers } from '#features/member-profile/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { applyFirstTransition } from './apply-transition.ts';
import { takeLockPlace } from './order.store.ts';
import { toDetail } from './to-order.ts';

/**
 * T2: locks part of a sell listing. The listing's row lock makes the first of two lockers win; the other gets a named refusal.
 * Rate and rounding of the fee, the price and the sum to pay are fixed here and never computed again.
 */
export const lockFromListing =
  (vault: CardVault): Handler<'/order/lock'> =>
  async ({ tx, session, now, audit }, input) => {
    const lockerId = session.memberId;
    const listing = await lockListing(tx, input.listingId);
    if (!listing) throw fail('LISTING_NOT_FOUND');
    const quantity = parseAmount(listing.coin, input.quantity) ?? 0n;
    if (quantity <= 0n) throw fail('PARAMETERS_INVALID', { fields: ['quantity'] });
    const verdict = decideLock({
      listing,
      lockerId: BigInt(lockerId),
      versionSeen: Number(input.version),
      quantity,
    });
    if (!verdict.ok) throw fail(verdict.refuse, verdict.data as never);

    const locker = defined((await findMembers(tx, [lockerId])).get(lockerId), 'a session has its member');
    const cap = lockCapOf(locker.level);
    if (!(await takeLockPlace(tx, { lockerId, cap }))) throw fail('LOCK_CAP_REACHED', { max: cap });
    const cards = await listCards(tx, toMemberId(listing.owner_id));
    const card = cards.find((it) => listing.card_ids.includes(it.id) && it.status !== 'NotApproved');
    if (!card || !(await takeFromListing(tx, { id: listing.id, quantity }))) throw fail('LISTING_NOT_OPEN');

    const { coin } = listing;
    const { payTwd, fee } = quoteTrade({
      coin,
      quantity: minor(coin, quantity),
      price: listing.price_e4,
      feeBasisPoints: FEE_BASIS_POINTS,
    });
    const terms = {
      listingId: listing.id,
      listingVersion: listing.version,
      ownerId: listing.owner_id,
      lockerId,
      payerId: lockerId,
      payeeId: listing.owner_id,
      coin,
      quantity,
      priceE4: listing.price_e4,
      payTwd,
      feeBasisPoints: FEE_BASIS_POINTS,
      fee,
      payWindowMinutes: listing.pay_window_minutes,
      cardId: card.id,
    };
    const transition = defined(findTransition({ at: 'OPEN' }, 'lock', 'locker'), 'the table has a lock');
    const order = await applyFirstTransition(tx, terms, {
      transition,
      actor: 'payer',
      actorId: lockerId,
      lockType: quantity === listing.remaining ? 'full' : 'partial',
    });
    return {
      order: await toDetail(tx, order, { memberId: lockerId, now, vault, audit }),
      serverTime: now.toISOString(),
    };
  };
