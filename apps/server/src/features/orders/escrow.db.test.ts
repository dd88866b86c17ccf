import { TRANSITIONS } from '@holdfast/contract/orders';
import { settingsAt } from '@holdfast/contract/settings';
import { defined, minor, type CardVersionId, toListingId, toMemberId, toOrderId } from '@holdfast/kernel';
import { reconcile } from '@holdfast/ledger';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { replayFaults } from '#testing/replay.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { balanceOf, lockedOrder as lockedOrderOn, paidInput, sellerWithListing } from '#testing/traders.ts';
import { findMembers } from '#features/member-profile/index.ts';
import { applyFirstTransitions, applyTransition, type Step } from './apply-transition.ts';
import { findOrder, selectOrderForUpdate } from './order.store.ts';

/** Transitions that no call causes yet: what they do to order, listing, counters and coin is ready before they are. */

const server = await testServer();
const { db, owner } = server.database;
const settings = settingsAt([], new Date(0));
const twd = (value: bigint) => minor('TWD', value);
const lockedOrder = (quantity?: string) => lockedOrderOn(server, quantity);

const transitionOf = (id: string) =>
  defined(
    TRANSITIONS.find((each) => each.id === id),
    id,
  );

/** Applies a transition by its row of the table, as an operator or a timer will. */
async function apply(orderId: string, id: string, more: Partial<Step> = {}) {
  return inTransaction(db, async (tx) => {
    const order = defined(await selectOrderForUpdate(tx, toOrderId(orderId)), 'the order');
    const transition = transitionOf(id);
    expect(transition.from, `${id} from ${order.state}`).toContain(order.state);
    const step: Step = { transition, settings, actor: 'operator', actorId: null, ...more };
    return defined(await applyTransition(tx, order, step), 'nobody else has changed it').order;
  });
}

const cancelInput = (orderId: string) =>
  ({ orderId, version: '1', notPaid: '1', reason: 'changed-mind' }) as const;

/** An order that was cancelled by its payer, and whose payer then proved to have paid. */
async function relockedOrder() {
  const traders = await lockedOrder('1000.00');
  await traders.buyer.call('/order/cancel', cancelInput(traders.order.orderId));
  await server.issueTo(traders.seller, 'TWD', '1000.00');
  await apply(traders.order.orderId, 'T31');
  return traders;
}

async function listingOf(id: string) {
  const { rows } = await sql`select state, remaining, locked from orders.listing where id = ${id}`.execute(
    owner,
  );
  return rows[0];
}
async function countersOf(member: TestMember) {
  const { rows } = await sql`
    select live_locks, finished, ended from orders.trader where member_id = ${member.id}`.execute(owner);
  return rows[0];
}

describe('a relocked order', () => {
  it('is funded from the balance of the payee, runs again, and is counted as one that runs', async () => {
    const { seller, buyer, listing, order } = await relockedOrder();
    const relocked = await inTransaction(db, (tx) => findOrder(tx, toOrderId(order.orderId)));
    expect(relocked).toMatchObject({ state: 'STUCK_CASE', funding: 'relock', endedAt: null });
    expect(await balanceOf(seller)).toMatchObject({
      available: '0.00',
      listed: '1000.00',
      inOrder: '1000.00',
    });
    expect(await listingOf(listing.id)).toEqual({ state: 'OPEN', remaining: 100_000n, locked: 0n });
    expect(await countersOf(buyer)).toEqual({ live_locks: 1, finished: 0, ended: 0 });
  });

  it('gives the cancel of the day back, and the step up the ladder that came with it', async () => {
    const traders = await lockedOrder('1000.00');
    const { buyer, seller, order } = traders;
    await sql`
      insert into orders.cancel_day (member_id, day, own_fault, after_paid, blocks, blocked_until)
      values (${buyer.id}, (platform.app_now() at time zone 'Asia/Taipei')::date, 4, 0, 1, platform.app_now() + interval '15 minutes')`.execute(
      owner,
    );
    const cancelsOf = async () => (await buyer.call('/member/restrictions', {})).cancels;
    await buyer.call('/order/cancel', cancelInput(order.orderId));
    expect(await cancelsOf()).toMatchObject({ used: 5 });
    expect((await cancelsOf()).blockedUntil).not.toBeNull();
    await server.issueTo(seller, 'TWD', '1000.00');
    await apply(order.orderId, 'T31');
    expect(await cancelsOf()).toMatchObject({ used: 4, blockedUntil: null });
  });

  it('can finish: the listing has no part in it, and everything is counted once', async () => {
    const { seller, buyer, listing, order } = await relockedOrder();
    await apply(order.orderId, 'T28', { detail: { reason: 'payment-proven', proofIds: ['p1'] } });
    expect(await balanceOf(buyer)).toMatchObject({ onHold: '999.00', total: '999.00' });
    expect(await balanceOf(seller)).toMatchObject({ available: '0.00', listed: '1000.00', inOrder: '0.00' });
    expect(await listingOf(listing.id)).toEqual({ state: 'OPEN', remaining: 100_000n, locked: 0n });
    expect(await countersOf(buyer)).toEqual({ live_locks: 0, finished: 1, ended: 1 });
    expect(await countersOf(seller)).toEqual({ live_locks: 0, finished: 1, ended: 1 });
    expect(await reconcile(db)).toEqual([]);
  });

  it('returns its coin to the balance that funded it, although the listing is still open', async () => {
    const { seller, buyer, listing, order } = await relockedOrder();
    await apply(order.orderId, 'T29', { fault: 'payer', detail: { reason: 'proof-false' } });
    expect(await balanceOf(seller)).toMatchObject({
      available: '1000.00',
      listed: '1000.00',
      inOrder: '0.00',
    });
    expect(await listingOf(listing.id)).toEqual({ state: 'OPEN', remaining: 100_000n, locked: 0n });
    expect(await countersOf(buyer)).toEqual({ live_locks: 0, finished: 0, ended: 1 });
    expect(await reconcile(db)).toEqual([]);
  });
});

describe('an order of a buy listing', () => {
  it('returns its coin to who has locked it, and its quantity to the listing', async () => {
    const { seller: locker } = await sellerWithListing(server, { quantity: '500.00' });
    await server.issueTo(locker, 'TWD', '300.00');
    const buyer = await server.member();
    const listing = await sql<{ id: string }>`
      insert into orders.listing (owner_id, side, coin, state, quantity, remaining, locked, price_e4, min_quantity, max_quantity,
        pay_window_minutes, card_ids)
      values (${buyer.id}, 'buy', 'TWD', 'OPEN', 50000, 20000, 30000, 10000, 100, 50000, 15, '{}') returning id::text`.execute(
      owner,
    );
    const listingId = toListingId(defined(listing.rows[0], 'the listing').id);
    await sql`
      insert into orders.trader (member_id, live_locks) values (${locker.id}, 1)
      on conflict (member_id) do update set live_locks = 1`.execute(owner);
    const [ownerId, lockerId] = [toMemberId(buyer.id), toMemberId(locker.id)];
    const terms = {
      listingId,
      listingVersion: 1,
      remarkId: null,
      ownerId,
      lockerId,
      payerId: ownerId,
      payeeId: lockerId,
      coin: 'TWD',
      quantity: twd(30_000n),
      priceE4: 10_000n as never,
      payTwd: 300n,
      fee: twd(30n),
      feeBasisPoints: 10,
      payWindowMinutes: 15,
      payMethod: 'bank',
      cardVersionId: '1' as CardVersionId,
      payAccountVersionId: null,
    } as const;
    const step = {
      transition: transitionOf('T2'),
      settings,
      actor: 'payee',
      actorId: lockerId,
      lockType: 'partial',
    } as const;
    const [begun] = await inTransaction(db, async (tx) =>
      applyFirstTransitions(tx, [{ terms, step }], await findMembers(tx, [ownerId, lockerId])),
    );
    const order = defined(begun, 'an order');
    expect(order.funding).toBe('locker');
    expect(await balanceOf(locker)).toMatchObject({ available: '0.00', listed: '500.00', inOrder: '300.00' });
    await apply(order.id, 'T29', { detail: { reason: 'other' } });
    expect(await balanceOf(locker)).toMatchObject({ available: '300.00', listed: '500.00', inOrder: '0.00' });
    expect(await listingOf(listingId)).toEqual({ state: 'OPEN', remaining: 50_000n, locked: 0n });
  });
});

describe('a split', () => {
  async function casedOrder() {
    const traders = await lockedOrder('1000.00');
    await traders.buyer.call('/order/paid', paidInput(traders.order));
    await apply(traders.order.orderId, 'T25', { detail: { reason: 'not-released', proofIds: [] } });
    return traders;
  }

  it("gives each side its part, takes the fee of the payer's part out of it, and says what was settled", async () => {
    const { seller, buyer, listing, order } = await casedOrder();
    const parts = { payer: twd(33_333n), payee: twd(66_667n) };
    await apply(order.orderId, 'T30', { parts, detail: { proofIds: ['p1'] } });
    expect(await balanceOf(buyer)).toMatchObject({ onHold: '332.99', total: '332.99' });
    expect(await balanceOf(seller)).toMatchObject({ available: '666.67', inOrder: '0.00', listed: '0.00' });
    expect(await listingOf(listing.id)).toMatchObject({ remaining: 0n, locked: 0n });
    const { rows } = await sql`
      select state, resolution, settled_quantity from orders.orders where id = ${order.orderId}`.execute(
      owner,
    );
    expect(rows).toEqual([{ state: 'FINISHED', resolution: 'operator', settled_quantity: 33_333n }]);
    expect(await reconcile(db)).toEqual([]);
  });

  it('without parts, or whose parts are not the quantity, moves nothing', async () => {
    const { order } = await casedOrder();
    const detail = { proofIds: [] };
    for (const parts of [
      { payer: twd(50_000n), payee: twd(50_001n) },
      { payer: twd(50_000n), payee: twd(49_999n) },
    ])
      await expect(apply(order.orderId, 'T30', { parts, detail })).rejects.toThrow(/sum to the quantity/);
    await expect(apply(order.orderId, 'T30', { detail })).rejects.toThrow(/a split has its parts/);
    expect(await inTransaction(db, (tx) => findOrder(tx, toOrderId(order.orderId)))).toMatchObject({
      state: 'STUCK_CASE',
    });
  });
});

describe('a missed answer', () => {
  async function paidOrder(lock: string, of: string) {
    const { seller, listing } = await sellerWithListing(server, { quantity: of });
    const buyer = await server.member();
    const input = { listingId: listing.id, version: '1', quantity: lock };
    const { order } = await buyer.call('/order/lock', input);
    await buyer.call('/order/paid', paidInput(order));
    return { seller, listing, order };
  }

  it('pauses the open listing of its owner', async () => {
    const { listing, order, seller } = await paidOrder('300.00', '500.00');
    await apply(order.orderId, 'T24', { actor: 'system' });
    expect(await listingOf(listing.id)).toMatchObject({ state: 'PAUSED', remaining: 20_000n });
    const { items } = await seller.call('/listing/mine', { scope: 'live' });
    expect(items[0]).toMatchObject({ state: 'PAUSED', version: 2 });
  });

  it('pauses a full listing: what comes back to it is not offered until its owner resumes it', async () => {
    const { seller, listing, order } = await paidOrder('500.00', '500.00');
    await apply(order.orderId, 'T24', { actor: 'system' });
    expect(await listingOf(listing.id)).toEqual({ state: 'PAUSED', remaining: 0n, locked: 50_000n });
    const { items } = await seller.call('/listing/mine', { scope: 'live' });
    expect(items[0]).toMatchObject({ state: 'PAUSED', pausedBecause: 'missed-answer' });
    await apply(order.orderId, 'T29', { detail: { reason: 'other' } });
    expect(await listingOf(listing.id)).toEqual({ state: 'PAUSED', remaining: 50_000n, locked: 0n });
    await seller.call('/listing/resume', { listingId: listing.id, version: '2' });
    expect(await listingOf(listing.id)).toMatchObject({ state: 'OPEN' });
  });

  it.each(['one', 'all'])('leaves a full listing full again when its owner resumes %s', async (which) => {
    const { seller, listing, order } = await paidOrder('500.00', '500.00');
    await apply(order.orderId, 'T24', { actor: 'system' });
    if (which === 'one') await seller.call('/listing/resume', { listingId: listing.id, version: '2' });
    else await seller.call('/listing/resume-all', {});
    expect(await listingOf(listing.id)).toEqual({ state: 'FILLED', remaining: 0n, locked: 50_000n });
    await apply(order.orderId, 'T29', { detail: { reason: 'other' } });
    expect(await listingOf(listing.id)).toEqual({ state: 'OPEN', remaining: 50_000n, locked: 0n });
  });

  it('sells out a full listing that it has paused', async () => {
    const { seller, listing, order } = await paidOrder('500.00', '500.00');
    await apply(order.orderId, 'T24', { actor: 'system' });
    await apply(order.orderId, 'T22', { actor: 'payee' });
    expect(await listingOf(listing.id)).toEqual({ state: 'SOLD_OUT', remaining: 0n, locked: 0n });
    const { items } = await seller.call('/listing/mine', { scope: 'ended' });
    expect(items[0]).toMatchObject({ state: 'SOLD_OUT', pausedBecause: null });
  });

  it('leaves a closed listing closed', async () => {
    const { seller, listing, order } = await paidOrder('300.00', '500.00');
    await seller.call('/listing/close', { listingId: listing.id, version: '1' });
    await apply(order.orderId, 'T24', { actor: 'system' });
    expect(await listingOf(listing.id)).toMatchObject({ state: 'CLOSED' });
  });
});

describe('an end', () => {
  it('is where the state says so: a later appeal or claim leaves its time, its resolution and its counts', async () => {
    const { buyer, order } = await lockedOrder('500.00');
    await buyer.call('/order/cancel', cancelInput(order.orderId));
    const before = await inTransaction(db, (tx) => findOrder(tx, toOrderId(order.orderId)));
    const counted = await countersOf(buyer);
    // The claim has no clock of its own; the machine's other clocks join with their timers.
    const claim = { ...transitionOf('T31.claim'), clock: 'stop' } as const;
    await server.database.setClock('1 hour');
    const after = await apply(order.orderId, 'T31.claim', {
      transition: claim,
      actor: 'payer',
      actorId: toMemberId(buyer.id),
      detail: { proofIds: ['p1'] },
    });
    await server.database.setClock('0');
    expect(after).toMatchObject({ state: 'CANCELLED', endedAt: before?.endedAt, version: 3 });
    expect(await countersOf(buyer)).toEqual(counted);
  });
});

describe('the completion of a seller', () => {
  it('is not lowered by a buyer who locks and cancels, whatever the buyer says of the seller', async () => {
    const { seller, buyer, order } = await lockedOrder('500.00');
    await buyer.call('/order/cancel', { ...cancelInput(order.orderId), reason: 'seller-asked' });
    expect(await countersOf(seller)).toEqual({ live_locks: 0, finished: 0, ended: 0 });
    expect(await countersOf(buyer)).toEqual({ live_locks: 0, finished: 0, ended: 1 });
  });

  it('is lowered by a cancel that was found to be the own fault', async () => {
    const { seller, buyer, order } = await lockedOrder('500.00');
    await apply(order.orderId, 'T29', { fault: 'payee', detail: { reason: 'proof-false' } });
    expect(await countersOf(seller)).toEqual({ live_locks: 0, finished: 0, ended: 1 });
    expect(await countersOf(buyer)).toEqual({ live_locks: 0, finished: 0, ended: 0 });
  });
});

describe('an event', () => {
  it('says the terms of the lock, and why and how the order ended', async () => {
    const { seller, buyer, order, listing } = await lockedOrder('500.00');
    await buyer.call('/order/cancel', cancelInput(order.orderId));
    const { rows } = await sql<{ event: string; detail: object }>`
      select event, detail from orders.event where order_id = ${order.orderId} order by version`.execute(
      owner,
    );
    const terms = {
      serialNo: order.serialNo,
      listingId: listing.id,
      listingVersion: 1,
      ownerId: seller.id,
      lockerId: buyer.id,
      payerId: buyer.id,
      payeeId: seller.id,
      coin: 'TWD',
      quantity: '50000',
      priceE4: '10000',
      payTwd: '500',
      feeBasisPoints: 10,
      fee: '50',
      payWindowMinutes: 15,
      lockType: 'full',
    };
    expect(rows).toMatchObject([
      { event: 'lock', detail: { terms, funding: 'listing' } },
      { event: 'cancel', detail: { reason: 'changed-mind', fault: 'payer', resolution: 'parties' } },
    ]);
  });

  it('without what its transition has to say is a bug, and nothing happens', async () => {
    const { buyer, order } = await lockedOrder('500.00');
    await buyer.call('/order/paid', paidInput(order));
    await expect(apply(order.orderId, 'T25')).rejects.toThrow(/detail of "appeal" is wrong: reason/);
    expect(await inTransaction(db, (tx) => findOrder(tx, toOrderId(order.orderId)))).toMatchObject({
      version: 2,
    });
  });

  it('is refused by the database without a detail', async () => {
    const { order } = await lockedOrder('500.00');
    const insert = sql`insert into orders.event (order_id, version, transition, event, actor, to_state)
                       values (${order.orderId}, 2, 'T8', 'paid', 'payer', 'PAID')`.execute(db);
    await expect(insert).rejects.toMatchObject({ code: '23502', column: 'detail' });
  });
});

it('leaves events that give every order of these tests again, whatever was done with it', async () => {
  expect(await replayFaults(owner)).toEqual([]);
});
