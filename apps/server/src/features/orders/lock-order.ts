import { fail } from '@holdfast/contract/errors';
import { findTransition } from '@holdfast/contract/orders';
import {
  defined,
  FEE_BASIS_POINTS,
  feeMinor,
  minor,
  parseAmount,
  payableTwd,
  toMemberId,
} from '@holdfast/kernel';
import { lock } from '@holdfast/ledger';
import { listCards, type CardVault } from '#features/bank-cards/index.ts';
import { decideLock, lockCapOf, lockListing, takeFromListing } from '#features/listings/index.ts';
import { findMembers } from '#features/member-profile/index.ts';
import { tell } from '#features/notifications/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { postOrFail } from '#platform/money/post-or-fail.ts';
import { tellLater } from '#platform/outbox/outbox.store.ts';
import { noticesOf } from './order-notices.ts';
import { insertEvent, insertOrder, takeLockPlace } from './order.store.ts';
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

    const amount = minor(listing.coin, quantity);
    const order = await insertOrder(tx, {
      listingId: listing.id,
      listingVersion: listing.version,
      ownerId: listing.owner_id,
      lockerId,
      coin: listing.coin,
      quantity,
      priceE4: listing.price_e4,
      payTwd: payableTwd(listing.coin, quantity, listing.price_e4),
      feeBasisPoints: FEE_BASIS_POINTS,
      fee: feeMinor(amount, FEE_BASIS_POINTS),
      payWindowMinutes: listing.pay_window_minutes,
      cardId: card.id,
    });
    const row = defined(findTransition({ at: 'OPEN' }, 'lock', 'locker'), 'a lock has its row');
    const event = {
      orderId: order.id,
      version: order.version,
      transition: row.id,
      event: row.event,
      from: null,
      to: order.state,
    };
    await insertEvent(tx, { ...event, actor: 'payer', actorId: lockerId });
    const { id, version, coin } = order;
    const escrow = { order: String(id), version, payee: toMemberId(order.payee_id), coin, quantity: amount };
    await postOrFail(tx, lock({ ...escrow, from: 'listing_reserve' }));
    const lockType = quantity === listing.remaining ? 'full' : 'partial';
    await tell(tx, await noticesOf(tx, order, row, { lockType }));
    await tellLater(tx, [lockerId, toMemberId(order.owner_id)], ['orders', 'balance', 'listings']);
    return {
      order: await toDetail(tx, order, { memberId: lockerId, now, vault, audit }),
      serverTime: now.toISOString(),
    };
  };
