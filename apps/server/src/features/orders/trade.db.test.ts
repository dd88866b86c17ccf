import { reconcile } from '@holdfast/ledger';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startCoolDown } from '#features/security/index.ts';
import { inTransaction } from '#platform/db/db.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import { deviceHashOf } from '#testing/posted.ts';
import { replayFaults } from '#testing/replay.ts';
import { type TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import {
  balanceOf,
  lockedOrder as lockedOrderOn,
  paidInput,
  sellerWithListing as sellerOn,
} from '#testing/traders.ts';
import { fireAllDue } from './fire-due.ts';

const server = await testServer();
const { database } = server;
const sellerWithListing = (quantity: string) => sellerOn(server, { quantity });
const lockedOrder = (quantity?: string) => lockedOrderOn(server, quantity);

async function inboxOf(member: TestMember) {
  const { items } = await member.call('/member/notification/list', {});
  return items.map(({ type }) => type);
}

describe('a trade', () => {
  it('moves the coin from the seller to the buyer, less the fee, and leaves the escrow empty', async () => {
    const { seller, buyer, order, accountNumber } = await lockedOrder();
    expect(order).toMatchObject({
      state: 'LOCKED',
      role: 'payer',
      payTwd: '3000',
      fee: '3.00',
      receives: '2997.00',
    });
    expect(order.payTo).toEqual({
      holderName: '林示範',
      bank: { bankCode: '822', accountNumber },
      payAccount: null,
    });
    expect(await balanceOf(seller)).toMatchObject({
      available: '0.00',
      listed: '0.00',
      inOrder: '3000.00',
      total: '3000.00',
    });

    const paid = await buyer.call('/order/paid', paidInput(order));
    expect(paid.order).toMatchObject({ state: 'PAID', duty: 'payee', version: 2 });
    const seen = await seller.call('/order/detail', { orderId: order.orderId });
    expect(seen.order).toMatchObject({
      role: 'payee',
      payTo: null,
      paid: { paidBank: '013', lastFive: '20002', payer: '陳試用' },
    });
    const done = await seller.call('/order/release', { orderId: order.orderId, version: '2' });
    expect(done.order).toMatchObject({ state: 'FINISHED', duty: null, deadlineDate: null });
    expect(done.order.timeline.map((entry) => [entry.event, entry.by])).toEqual([
      ['lock', 'counterparty'],
      ['paid', 'counterparty'],
      ['release', 'you'],
    ]);

    expect(await balanceOf(seller)).toMatchObject({ total: '0.00', inOrder: '0.00' });
    expect(await balanceOf(buyer)).toMatchObject({ onHold: '2997.00', total: '2997.00' });
    expect(await inboxOf(seller)).toEqual(['orderLock', 'orderPaid', 'orderFinish']);
    expect(await inboxOf(buyer)).toEqual(['orderLock', 'orderFinish']);
    const journal = await buyer.call('/api/wallet/get-journal', {});
    expect(journal.items).toMatchObject([
      { kind: 'purchase', change: '2997.00', availableAfter: '0.00', orderId: order.orderId },
    ]);
    const [inProgress, past] = await Promise.all([
      seller.call('/api/v1/members/orders-in-progress/{account}', {}),
      seller.call('/order/list', { scope: 'past' }),
    ]);
    expect([inProgress.items, past.items.map((it) => it.orderId)]).toEqual([[], [order.orderId]]);
    expect(await reconcile(database.db)).toEqual([]);
  });

  it('says in each message whether its reader has done that: nobody is alarmed by the own act', async () => {
    const { seller, buyer, order } = await lockedOrder();
    await buyer.call('/order/paid', paidInput(order));
    await seller.call('/order/release', { orderId: order.orderId, version: '2' });
    const own = async (member: TestMember) =>
      (await member.call('/member/notification/list', {})).items
        .filter(({ extra }) => extra.orderId === order.orderId)
        .map(({ type, extra }) => [type, extra.own ?? false]);
    expect(await own(seller)).toEqual([
      ['orderLock', false],
      ['orderPaid', false],
      ['orderFinish', true],
    ]);
    expect(await own(buyer)).toEqual([
      ['orderLock', true],
      ['orderFinish', false],
    ]);
  });

  it('gives the coin back to the listing when the payer cancels, and the listing opens again', async () => {
    const { seller, buyer, order, listing } = await lockedOrder();
    expect((await seller.call('/listing/mine', { scope: 'live' })).items[0]).toMatchObject({
      state: 'FILLED',
      remaining: '0.00',
    });
    const input = {
      orderId: order.orderId,
      version: '1',
      notPaid: '1' as const,
      reason: 'changed-mind' as const,
    };
    const { order: cancelled } = await buyer.call('/order/cancel', input);
    expect(cancelled.state).toBe('CANCELLED');
    const mine = await seller.call('/listing/mine', { scope: 'live' });
    expect(mine.items[0]).toMatchObject({
      id: listing.id,
      state: 'OPEN',
      remaining: '3000.00',
      locked: '0.00',
    });
    expect(await balanceOf(seller)).toMatchObject({ listed: '3000.00', inOrder: '0.00', available: '0.00' });
    expect(await inboxOf(seller)).toEqual(['orderLock', 'orderCancel']);
    expect(await inboxOf(buyer)).toEqual(['orderLock', 'orderCancel']);
  });

  it('answers each command with the order as it is read afterwards', async () => {
    const { seller, buyer, order } = await lockedOrder();
    const { orderId } = order;
    const read = async (member: typeof buyer) => (await member.call('/order/detail', { orderId })).order;
    expect(order).toEqual(await read(buyer));
    const paid = await buyer.call('/order/paid', paidInput(order));
    expect(paid.order).toEqual(await read(buyer));
    expect(paid.order.payTo).not.toBeNull();
    const released = await seller.call('/order/release', { orderId, version: '2' });
    expect(released.order).toEqual(await read(seller));
    expect(released.order.timeline).toHaveLength(3);
    const other = await lockedOrder();
    const cancelled = await other.buyer.call('/order/cancel', {
      orderId: other.order.orderId,
      version: '1',
      notPaid: '1',
      reason: 'changed-mind',
    });
    const { order: seen } = await other.buyer.call('/order/detail', { orderId: other.order.orderId });
    expect(cancelled.order).toEqual(seen);
    expect(seen.payTo).toEqual(other.order.payTo);
  });

  it('returns the coin to the available balance when the listing was closed meanwhile', async () => {
    const { seller, buyer, order, listing } = await lockedOrder();
    await seller.call('/listing/close', { listingId: listing.id, version: '1' });
    const input = { orderId: order.orderId, version: '1', notPaid: '1' as const, reason: 'other' as const };
    await buyer.call('/order/cancel', input);
    expect(await balanceOf(seller)).toMatchObject({ available: '3000.00', listed: '0.00', inOrder: '0.00' });
  });

  it('closing a listing gives back only what nobody has locked', async () => {
    const { seller, listing } = await sellerWithListing('3000.00');
    const buyer = await server.member();
    await buyer.call('/order/lock', { listingId: listing.id, version: '1', quantity: '1000.00' });
    const { listing: closed } = await seller.call('/listing/close', { listingId: listing.id, version: '1' });
    expect(closed).toMatchObject({ state: 'CLOSED', remaining: '0.00', locked: '1000.00' });
    expect(await balanceOf(seller)).toMatchObject({ available: '2000.00', inOrder: '1000.00' });
    expect(await seller.refuse('/listing/close', { listingId: listing.id, version: '2' })).toBe(
      'LISTING_NOT_OPEN',
    );
  });

  it('lets the payee release before the payer pressed anything', async () => {
    const { seller, buyer, order } = await lockedOrder('500.00');
    await seller.call('/order/release', { orderId: order.orderId, version: '1' });
    expect(await balanceOf(buyer)).toMatchObject({ onHold: '499.50' });
  });
});

describe('who may do what', () => {
  it('refuses the other side, a stranger and an old version, each by its name', async () => {
    const { seller, buyer, order } = await lockedOrder();
    const stranger = await server.member();
    const release = { orderId: order.orderId, version: '1' };
    expect(await buyer.refuse('/order/release', release)).toBe('ORDER_ACTION_NOT_ALLOWED');
    expect(await seller.refuse('/order/paid', paidInput(order))).toBe('ORDER_ACTION_NOT_ALLOWED');
    expect(await stranger.refuse('/order/release', release)).toBe('ORDER_NOT_FOUND');
    expect(await stranger.refuse('/order/detail', { orderId: order.orderId })).toBe('ORDER_NOT_FOUND');
    await buyer.call('/order/paid', paidInput(order));
    const reply = await seller.send('/order/release', release);
    expect(reply).toMatchObject({
      outcome: 'ORDER_STATE_CHANGED',
      data: { order: { state: 'PAID', version: 2 } },
    });
  });

  it('refuses a payment that is said after its time and does not say when it was made', async () => {
    const { buyer, order } = await lockedOrder();
    await database.setClock('16 minutes');
    await fireAllDue(database.db);
    const reply = await buyer.send('/order/paid', { ...paidInput(order), version: '2' });
    await database.setClock('0');
    expect(reply.outcome).toBe('ORDER_PROOF_INVALID');
  });

  it("requires a one-time code for a release during a cool-down: the payee's own, and of this purpose", async () => {
    const { seller, order } = await lockedOrder();
    const { account } = seller;
    const { db } = server.database;
    await inTransaction(db, (tx) => startCoolDown(tx, { memberId: seller.id, cause: 'password' }));
    const release = { orderId: order.orderId, version: '1' };
    expect(await seller.refuse('/order/release', release)).toBe('RELEASE_CODE_REQUIRED');
    const deviceHash = deviceHashOf(seller.client);
    const ticketFor = (subject: string, purpose = 'otp:release') =>
      inTransaction(db, (tx) => issueTicket(tx, { purpose, subject, deviceHash, minutes: 10 }));
    for (const otpTicket of [await ticketFor('somebody1'), await ticketFor(account, 'otp:unfreeze')])
      expect(await seller.refuse('/order/release', { ...release, otpTicket })).toBe('TICKET_INVALID');
    const otpTicket = await ticketFor(account);
    expect((await seller.call('/order/release', { ...release, otpTicket })).order.state).toBe('FINISHED');
  });

  it('refuses a release with the wrong transaction secret, names the tries left, and blocks it after the fifth', async () => {
    const { seller, order } = await lockedOrder();
    const release = { orderId: order.orderId, version: '1' };
    for (const triesLeft of [4, 3, 2, 1]) {
      const reply = await seller.send('/order/release', release, { secret: '111111' });
      expect(reply).toMatchObject({ outcome: 'TRANSACTION_SECRET_WRONG', data: { triesLeft } });
    }
    expect(await seller.refuse('/order/release', release, { secret: '111111' })).toBe(
      'TRANSACTION_SECRET_LOCKED',
    );
    expect(await seller.refuse('/order/release', release)).toBe('TRANSACTION_SECRET_LOCKED');
  });

  it('counts parallel guesses one by one', async () => {
    const { seller, order } = await lockedOrder();
    const guess = () =>
      seller.send('/order/release', { orderId: order.orderId, version: '1' }, { secret: '111112' });
    const outcomes = (await Promise.all(Array.from({ length: 20 }, guess))).map((reply) => reply.outcome);
    expect(outcomes.filter((outcome) => outcome === 'TRANSACTION_SECRET_WRONG')).toHaveLength(4);
    expect(outcomes.filter((outcome) => outcome === 'TRANSACTION_SECRET_LOCKED')).toHaveLength(16);
  });

  it('refuses a way of paying that the seller does not offer, and names those that are', async () => {
    const { buyer, order } = await lockedOrder();
    expect(order.payMethod).toBe('bank');
    const { paidBank: _, ...declared } = paidInput(order);
    const reply = await buyer.send('/order/paid', { ...declared, payType: 'qr', paidQRType: 'linepay' });
    expect(reply).toMatchObject({ outcome: 'PAY_METHOD_NOT_OFFERED', data: { payMethods: ['bank'] } });
    expect((await buyer.call('/order/detail', { orderId: order.orderId })).order.state).toBe('LOCKED');
  });

  it('lists a declaration that contradicts itself by its clauses', async () => {
    const { buyer, order } = await lockedOrder();
    const { paidBank: _, ...withoutBank } = paidInput(order);
    const reply = await buyer.send('/order/paid', withoutBank);
    expect(reply).toMatchObject({ outcome: 'ORDER_PROOF_INVALID', data: { clauses: ['paidBank'] } });
  });
});

describe('a lock', () => {
  it('has one winner among many, and everybody else is refused as LISTING_BUSY', async () => {
    const { listing, seller } = await sellerWithListing('1000.00');
    const buyers = await Promise.all(Array.from({ length: 6 }, () => server.member()));
    const input = { listingId: listing.id, version: '1', quantity: '1000.00' };
    const outcomes = (await Promise.all(buyers.map((buyer) => buyer.send('/order/lock', input)))).map(
      (reply) => reply.outcome,
    );
    expect(outcomes.filter((outcome) => outcome === 'SUCCESS')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'LISTING_BUSY')).toHaveLength(5);
    expect(await balanceOf(seller)).toMatchObject({ inOrder: '1000.00', listed: '0.00' });
  });

  it('by a newcomer is refused while another of theirs runs, also in parallel', async () => {
    const [first, second] = [await sellerWithListing('1000.00'), await sellerWithListing('1000.00')];
    const buyer = await server.member();
    const lock = (id: string) =>
      buyer.send('/order/lock', { listingId: id, version: '1', quantity: '1000.00' });
    const outcomes = (await Promise.all([lock(first.listing.id), lock(second.listing.id)])).map(
      (reply) => reply.outcome,
    );
    expect(outcomes.toSorted()).toEqual(['LOCK_CAP_REACHED', 'SUCCESS']);
  });

  it('of so little that the fee takes all of it is refused by name, and so is a listing that allows it', async () => {
    const { listing, seller } = await sellerOn(server, { quantity: '10.00', min: '0.02' });
    const buyer = await server.member();
    const input = { listingId: listing.id, version: '1', quantity: '0.01' };
    const below = { outcome: 'AMOUNT_BELOW_FEE', data: { min: '0.02' } };
    expect(await buyer.send('/order/lock', input)).toMatchObject(below);
    const { order } = await buyer.call('/order/lock', { ...input, quantity: '0.02' });
    expect(order).toMatchObject({ fee: '0.01', receives: '0.01' });
    await server.issueTo(seller, 'TWD', '1.00');
    const terms = {
      coin: 'TWD',
      quantity: '1.00',
      price: '1',
      minQuantity: '0.01',
      maxQuantity: '1.00',
      payWindowMinutes: '15',
      cardIds: listing.cardIds,
    } as const;
    expect(await seller.send('/listing/create', terms)).toMatchObject(below);
  });

  it('of which nothing would arrive is refused by the database as well', async () => {
    const { order } = await lockedOrder('500.00');
    const bent = sql`update orders.orders set fee = quantity where id = ${order.orderId}`.execute(
      database.owner,
    );
    await expect(bent).rejects.toMatchObject({ constraint: 'orders_something_arrives' });
  });

  it('of the own listing, an unknown one, or a stale version is refused', async () => {
    const { listing, seller } = await sellerWithListing('1000.00');
    const buyer = await server.member();
    const input = { listingId: listing.id, version: '1', quantity: '1000.00' };
    expect(await seller.refuse('/order/lock', input)).toBe('LISTING_OWN');
    expect(await buyer.refuse('/order/lock', { ...input, listingId: '999999999' })).toBe('LISTING_NOT_FOUND');
    expect(await buyer.refuse('/order/lock', { ...input, version: '7' })).toBe('LISTING_CHANGED');
    expect(await buyer.refuse('/order/lock', { ...input, quantity: '0.00' })).toBe('PARAMETERS_INVALID');
    expect(await buyer.refuse('/order/lock', { ...input, quantity: '1000.001' })).toBe('PARAMETERS_INVALID');
  });
});

describe('a deadline', () => {
  it('turns into the grace time, and then into a cancel with the coin returned', async () => {
    const { seller, buyer, order } = await lockedOrder();
    await database.setClock('16 minutes');
    await fireAllDue(database.db);
    expect((await buyer.call('/order/detail', { orderId: order.orderId })).order).toMatchObject({
      state: 'GRACE',
      payTo: null,
    });
    await database.setClock('27 minutes');
    await fireAllDue(database.db);
    await database.setClock('0');
    const { order: ended } = await buyer.call('/order/detail', { orderId: order.orderId });
    expect(ended).toMatchObject({ state: 'AUTO_CANCELLED', duty: null });
    expect(await balanceOf(seller)).toMatchObject({ listed: '3000.00', inOrder: '0.00' });
    expect(await inboxOf(buyer)).toEqual(['orderLock', 'orderRemindExtend', 'orderAutoCancel']);
  });

  it('fires exactly once when many workers look at once', async () => {
    const { order } = await lockedOrder();
    await database.setClock('16 minutes');
    await Promise.all(Array.from({ length: 8 }, () => fireAllDue(database.db)));
    await database.setClock('0');
    const { rows } =
      await sql`select transition from orders.event where order_id = ${order.orderId} order by version`.execute(
        database.db,
      );
    expect(rows).toEqual([{ transition: 'T2' }, { transition: 'T9' }]);
  });

  it('that cannot fire blocks no other, and fires on a later retry', async () => {
    const [stuck, other] = [await lockedOrder('110.00'), await lockedOrder('120.00')];
    const stateOf = async (orderId: string) => {
      const { rows } = await sql<{
        state: string;
      }>`select state from orders.orders where id = ${orderId}`.execute(database.db);
      return rows[0]?.state;
    };
    // A second event of that version: the transition of this one order breaks the key.
    await sql`insert into orders.event (order_id, version, transition, event, actor, to_state, detail)
              values (${stuck.order.orderId}, 2, 'X', 'paid', 'system', 'GRACE', '{}')`.execute(
      database.owner,
    );
    await database.setClock('16 minutes');
    const failed: string[] = [];
    await fireAllDue(database.db, { onFailure: ({ orderId }) => failed.push(orderId) });
    expect(failed).toEqual([stuck.order.orderId]);
    expect([await stateOf(stuck.order.orderId), await stateOf(other.order.orderId)]).toEqual([
      'LOCKED',
      'GRACE',
    ]);
    await sql`delete from orders.event where order_id = ${stuck.order.orderId} and version = 2`.execute(
      database.owner,
    );
    await database.setClock('17 minutes');
    await fireAllDue(database.db);
    await database.setClock('0');
    expect(await stateOf(stuck.order.orderId)).toBe('GRACE');
  });

  it('that is due fires before a command that comes first, and the command meets the new state', async () => {
    const { buyer, order } = await lockedOrder();
    await database.setClock('16 minutes');
    const reply = await buyer.send('/order/paid', paidInput(order));
    await database.setClock('0');
    expect(reply).toMatchObject({
      outcome: 'ORDER_STATE_CHANGED',
      data: { order: { state: 'GRACE', version: 2 } },
    });
  });

  it('never fires early, and none gives the coin of a paid order to anybody', async () => {
    const { buyer, order } = await lockedOrder();
    await database.setClock('14 minutes 30 seconds'); // and no test takes as long as the rest of it
    await fireAllDue(database.db);
    await buyer.call('/order/paid', paidInput(order));
    await database.setClock('3 days');
    await fireAllDue(database.db);
    await database.setClock('6 days');
    await fireAllDue(database.db);
    await database.setClock('0');
    const { rows } = await sql<{
      state: string;
    }>`select state from orders.orders where id = ${order.orderId}`.execute(database.db);
    expect(rows).toEqual([{ state: 'STUCK_CASE' }]);
  });

  it('and a release at the same moment have one winner', async () => {
    const { seller, order } = await lockedOrder();
    await database.setClock('16 minutes');
    await fireAllDue(database.db);
    await database.setClock('27 minutes');
    const [, reply] = await Promise.all([
      fireAllDue(database.db),
      seller.send('/order/release', { orderId: order.orderId, version: '2' }),
    ]);
    await database.setClock('0');
    const { rows } = await sql<{
      state: string;
    }>`select state from orders.orders where id = ${order.orderId}`.execute(database.db);
    expect(rows).toEqual([{ state: 'AUTO_CANCELLED' }]);
    expect(reply.outcome).toBe('ORDER_STATE_CHANGED');
    expect(await reconcile(database.db)).toEqual([]);
  });
});

it('fails a lock that shows payment details when its audit entry cannot be written', async () => {
  const { listing } = await sellerWithListing('100.00');
  const buyer = await server.member();
  const lock = () => buyer.send('/order/lock', { listingId: listing.id, version: '1', quantity: '100.00' });
  await sql`revoke insert on platform.audit from holdfast_app`.execute(database.owner);
  const refused = await lock();
  await sql`grant insert on platform.audit to holdfast_app`.execute(database.owner);
  expect(refused.outcome).toBe('FAULT');
  expect((await lock()).outcome).toBe('SUCCESS');
});

it('audits every view of payment details', async () => {
  const { buyer, order } = await lockedOrder();
  await buyer.call('/order/detail', { orderId: order.orderId });
  const { rows } = await sql<{ actor: string }>`
    select actor from platform.audit where action = 'payment-details-viewed' and subject = ${`order:${order.orderId}`}`.execute(
    database.owner,
  );
  expect(rows).toEqual([{ actor: `member:${buyer.id}` }, { actor: `member:${buyer.id}` }]);
});

it('leaves events that give every order of these tests again, whatever was done with it', async () => {
  expect(await replayFaults(database.owner)).toEqual([]);
});
