import { placeAfter, type Transition } from '@holdfast/contract/orders';
import type { PaymentDeclaration } from '@holdfast/contract/rules';
import { defined, minor, type MemberId, toMemberId } from '@holdfast/kernel';
import { cancel, finish } from '@holdfast/ledger';
import { isListed, lockListing, releaseFromListing } from '#features/listings/index.ts';
import { tell } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/db.ts';
import { postOrFail } from '#platform/money/post-or-fail.ts';
import type { OutboxRow } from '#platform/outbox/outbox.store.ts';
import { noticesOf } from './order-notices.ts';
import { clockMsOf, faultOf, isLive } from './order.rules.ts';
import { changeOrder, countEnd, insertEvent, type OrderRow } from './order.store.ts';

export interface Step {
  readonly order: OrderRow;
  readonly row: Transition;
  readonly actor: 'payer' | 'payee' | 'system';
  readonly actorId: MemberId | null;
  readonly paid?: PaymentDeclaration;
  readonly cancelReason?: string;
}

/**
 * Carries out one row of the machine on an order whose row lock is held: state, event, money, listing, counters and inbox, in one
 * transaction. Undefined when the order is no longer where it was seen. Locks are taken in one order everywhere: order, listing,
 * traders, accounts, inbox counters.
 */
export async function applyTransition(tx: Tx, step: Step): Promise<OrderRow | undefined> {
  const { order, row } = step;
  const to = placeAfter(row, order.state) as OrderRow['state'];
  const changed = await changeOrder(tx, {
    id: order.id,
    from: order.state,
    version: order.version,
    to,
    clockMs: clockMsOf(row.clock, order.pay_window_minutes),
    fault: faultOf(row.fault, step.cancelReason ?? null),
    resolution: row.resolution ?? null,
    cancelReason: step.cancelReason ?? null,
    paid: step.paid ?? null,
  });
  if (!changed) return undefined;
  await insertEvent(tx, {
    orderId: order.id,
    version: changed.version,
    transition: row.id,
    event: row.event,
    actor: step.actor,
    actorId: step.actorId,
    from: order.state,
    to,
  });
  if (!isLive(to)) await settle(tx, changed, row);
  await tell(tx, await noticesOf(tx, changed, row), hintsOf(changed, row));
  return changed;
}

/** What the screens of those concerned must fetch anew. */
function hintsOf(order: OrderRow, row: Transition): OutboxRow[] {
  const topics = row.escrow ? (['orders', 'balance'] as const) : (['orders'] as const);
  const parties = [order.payer_id, order.payee_id].map(toMemberId);
  const hints: OutboxRow[] = parties.flatMap((memberId) => topics.map((topic) => ({ memberId, topic })));
  return isLive(order.state)
    ? hints
    : [...hints, { memberId: toMemberId(order.owner_id), topic: 'listings' }];
}

/** Empties the escrow of an order that ended, the way its row says. */
async function settle(tx: Tx, order: OrderRow, row: Transition): Promise<void> {
  const { coin, version } = order;
  const quantity = minor(coin, order.quantity);
  const escrow = { order: String(order.id), version, payee: toMemberId(order.payee_id), coin, quantity };
  const listing = defined(await lockListing(tx, order.listing_id), 'an order has its listing');
  const returns = row.escrow === 'return';
  const giveBack = returns && isListed(listing.state);
  await releaseFromListing(tx, { id: listing.id, quantity: order.quantity, giveBack });
  await countEnd(tx, order);
  if (returns) {
    // A listing that is over takes nothing back: its owner gets the coin as free money.
    const to = listing.side === 'sell' && giveBack ? 'listing_reserve' : 'available';
    await postOrFail(tx, cancel({ ...escrow, to }));
  } else {
    const payer = toMemberId(order.payer_id);
    await postOrFail(tx, finish({ ...escrow, payer, fee: minor(coin, order.fee), to: 'available' }));
  }
}
