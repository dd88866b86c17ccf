import { reconcile } from '@holdfast/ledger';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { startCoolDown } from '#features/security/index.ts';
import { inTransaction } from '#platform/db/db.ts';
import { replayFaults } from '#testing/replay.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { balanceOf, buyerWithListing, paidInput, readySeller } from '#testing/traders.ts';
import { fireAllDue } from './fire-due.ts';

/** Orders of buy listings: the locker brings the coin and is paid, the owner pays. */

const server = await testServer();
const { db, owner } = server.database;

afterEach(() => server.database.setClock('0'));

/** Whatever happened, the books agree and the events say all of it. */
async function expectSound() {
  expect(await reconcile(db)).toEqual([]);
  expect(await replayFaults(owner)).toEqual([]);
}
afterEach(expectSound);

const noticesOf = async (member: TestMember) =>
  (await member.call('/member/notification/list', {})).items.map(({ type, extra }) => [
    type,
    extra['transactionType'],
    extra['isOwner'],
    extra['orderType'],
  ]);

async function lockedBuyOrder(quantity = '2000.00') {
  const { buyer, listing } = await buyerWithListing(server);
  const { seller, cardId, accountNumber } = await readySeller(server);
  const { order } = await seller.call('/order/lock', {
    listingId: listing.id,
    version: String(listing.version),
    quantity,
    cardId,
  });
  return { buyer, listing, seller, order, accountNumber };
}

const mine = async (buyer: TestMember, id: string) =>
  (await buyer.call('/listing/mine', { scope: 'live' })).items.find((one) => one.id === id);

describe('a buy listing', () => {
  it('reserves nothing of its owner, and is found by who sells, the highest price first', async () => {
    const low = await buyerWithListing(server, {
      coin: 'USDT',
      quantity: '50.000000',
      min: '1.000000',
      price: '31.0000',
    });
    const high = await buyerWithListing(server, {
      coin: 'USDT',
      quantity: '60.000000',
      min: '1.000000',
      price: '32.0000',
    });
    const third = await buyerWithListing(server, {
      coin: 'USDT',
      quantity: '60.000000',
      min: '1.000000',
      price: '31.5000',
    });
    expect(await balanceOf(low.buyer, 'USDT')).toMatchObject({ total: '0.000000' });
    expect(await mine(low.buyer, low.listing.id)).toMatchObject({
      side: 'buy',
      payMethods: ['bank'],
      obstacles: [],
    });
    const viewer = await server.member();
    const { items } = await viewer.call('/listing/market', { coin: 'USDT', side: 'buy' });
    expect(items.map(({ listingId }) => listingId)).toEqual([
      high.listing.id,
      third.listing.id,
      low.listing.id,
    ]);
    expect(items[0]).toMatchObject({ side: 'buy', obstacle: null });
    const best = (change: object) =>
      viewer.call('/listing/best', { coin: 'USDT', side: 'buy', quantity: '5.000000', ...change });
    expect((await best({})).offer?.listingId).toBe(high.listing.id);
    expect((await best({ without: high.listing.id })).offer?.listingId).toBe(third.listing.id);
    expect((await viewer.call('/listing/market', { coin: 'USDT' })).items).toEqual([]);
    const byApp = await viewer.call('/listing/market', { coin: 'USDT', side: 'buy', payMethods: ['jkopay'] });
    expect(byApp.items).toEqual([]);
  });

  it('goes page by page through the buyers, none twice and none left out', async () => {
    const prices = Array.from({ length: 25 }, (_, n) => (100 + ((n * 7) % 25)) / 100);
    for (const price of prices)
      await buyerWithListing(server, { quantity: '100.00', price: price.toFixed(4) });
    const viewer = await server.member();
    const first = await viewer.call('/listing/market', { coin: 'TWD', side: 'buy' });
    const second = await viewer.call('/listing/market', {
      coin: 'TWD',
      side: 'buy',
      cursor: first.next ?? '',
    });
    const seen = [...first.items, ...second.items].map(({ price }) => Number(price));
    expect(seen).toEqual(prices.toSorted((a, b) => b - a));
    await owner
      .transaction()
      .execute((tx) => sql`update orders.listing set state = 'PAUSED' where side = 'buy'`.execute(tx));
  });

  it('says how its owner pays and names no place of the owner; a sell listing the other way round', async () => {
    const { seller, cardId } = await readySeller(server);
    const terms = {
      coin: 'TWD',
      quantity: '500.00',
      price: '1.0000',
      minQuantity: '100.00',
      maxQuantity: '500.00',
      payWindowMinutes: '15',
    } as const;
    for (const wrong of [
      { ...terms, side: 'buy', cardIds: [] },
      { ...terms, side: 'buy', cardIds: [cardId], payMethods: ['bank'] },
      { ...terms, cardIds: [cardId], payMethods: ['bank'] },
      { ...terms, cardIds: [] },
    ] as const)
      expect(await seller.refuse('/listing/create', wrong as never)).toBe('PARAMETERS_INVALID');
  });

  it('is paused, expires, is renewed and closed without moving a coin', async () => {
    const { buyer, listing } = await buyerWithListing(server);
    const on = (version: number) => ({ listingId: listing.id, version: String(version) });
    const paused = await buyer.call('/listing/pause', on(1));
    await buyer.call('/listing/resume', on(paused.listing.version));
    const closed = await buyer.call('/listing/close', on((await mine(buyer, listing.id))?.version ?? 0));
    expect(closed.listing).toMatchObject({ state: 'CLOSED', restAtEnd: '3000.00' });
    expect(await balanceOf(buyer)).toMatchObject({ total: '0.00' });
  });
});

describe('an order of a buy listing', () => {
  it('takes the coin of the locker, shows the owner where to pay, and ends with the coin at the owner', async () => {
    const { buyer, seller, order, accountNumber, listing } = await lockedBuyOrder();
    expect(order).toMatchObject({
      role: 'payee',
      isOwner: false,
      state: 'LOCKED',
      duty: 'payer',
      payTo: null,
    });
    expect(order.timeline).toMatchObject([{ event: 'lock', by: 'you' }]);
    expect(await balanceOf(seller)).toMatchObject({
      available: '1000.00',
      listed: '0.00',
      inOrder: '2000.00',
    });
    const seen = await buyer.call('/order/detail', { orderId: order.orderId });
    expect(seen.order).toMatchObject({
      role: 'payer',
      isOwner: true,
      payTo: { holderName: '林示範', bank: { bankCode: '822', accountNumber }, payAccount: null },
    });
    await buyer.call('/order/paid', paidInput(order));
    const done = await seller.call('/order/release', { orderId: order.orderId, version: '2' });
    expect(done.order).toMatchObject({ state: 'FINISHED' });
    expect(await balanceOf(seller)).toMatchObject({ available: '1000.00', inOrder: '0.00' });
    expect(await balanceOf(buyer)).toMatchObject({ onHold: '1998.00', total: '1998.00' });
    expect(await mine(buyer, listing.id)).toMatchObject({
      state: 'OPEN',
      remaining: '1000.00',
      locked: '0.00',
    });
    expect(await noticesOf(buyer)).toEqual([
      ['orderLock', 'in', true, 'buy'],
      ['orderFinish', 'in', true, 'buy'],
    ]);
    expect(await noticesOf(seller)).toEqual([
      ['orderLock', 'out', false, 'buy'],
      ['orderPaid', 'out', false, 'buy'],
      ['orderFinish', 'out', false, 'buy'],
    ]);
  });

  it('gives the coin back to the locker when the owner cancels or never pays, and the quantity to the listing', async () => {
    const { buyer, seller, order, listing } = await lockedBuyOrder();
    await buyer.call('/order/cancel', {
      orderId: order.orderId,
      version: '1',
      notPaid: '1',
      reason: 'changed-mind',
    });
    expect(await balanceOf(seller)).toMatchObject({ available: '3000.00', inOrder: '0.00', listed: '0.00' });
    expect(await mine(buyer, listing.id)).toMatchObject({ remaining: '3000.00', locked: '0.00' });

    const late = await lockedBuyOrder();
    for (const ahead of ['16 minutes', '40 minutes']) {
      await server.database.setClock(ahead);
      await fireAllDue(db);
    }
    const { order: ended } = await late.seller.call('/order/detail', { orderId: late.order.orderId });
    expect(ended.state).toBe('AUTO_CANCELLED');
    expect(await balanceOf(late.seller)).toMatchObject({ available: '3000.00', inOrder: '0.00' });
  });

  it('asks the owner first where the owner wants it, who then pays', async () => {
    const { buyer, listing } = await buyerWithListing(server);
    await sql`update orders.listing set ask_first = true where id = ${listing.id}`.execute(owner);
    const { seller, cardId } = await readySeller(server);
    const { order } = await seller.call('/order/lock', {
      listingId: listing.id,
      version: '1',
      quantity: '500.00',
      cardId,
    });
    expect(order.state).toBe('ACCEPT_WAIT');
    const accepted = await buyer.call('/order/accept', { orderId: order.orderId, version: '1' });
    expect(accepted.order).toMatchObject({ state: 'LOCKED', role: 'payer', duty: 'payer' });
    expect(await noticesOf(seller)).toEqual([['orderAckAllow', 'out', false, 'buy']]);
  });

  it('tells the seller who withdraws before acceptance that it was their act, and the owner that it was the seller', async () => {
    const { buyer, listing } = await buyerWithListing(server);
    await sql`update orders.listing set ask_first = true where id = ${listing.id}`.execute(owner);
    const { seller, cardId } = await readySeller(server);
    const lock = { listingId: listing.id, version: '1', quantity: '500.00', cardId };
    const { order } = await seller.call('/order/lock', lock);
    const end = { orderId: order.orderId, version: '1', notPaid: '1', reason: 'changed-mind' } as const;
    await seller.call('/order/cancel', end);
    const titleOf = async (member: TestMember) => {
      const { items } = await member.call('/member/notification/list', {});
      const told = items.find(({ type }) => type === 'orderCancel');
      return [told?.title, told?.extra['cancelUserNick']];
    };
    expect(await titleOf(seller)).toEqual(['您取消了訂單', seller.nick]);
    expect(await titleOf(buyer)).toEqual(['賣家取消了訂單', seller.nick]);
  });

  it('is refused without a place, without the coin, on a card of a cool-down, and in a way the owner does not pay', async () => {
    const { listing } = await buyerWithListing(server);
    const lock = { listingId: listing.id, version: '1', quantity: '2000.00' };
    const { seller, cardId } = await readySeller(server, '1999.99');
    expect(await seller.refuse('/order/lock', lock)).toBe('PARAMETERS_INVALID');
    expect(await seller.refuse('/order/lock', { ...lock, cardId })).toBe('BALANCE_INSUFFICIENT');
    expect(await seller.refuse('/order/lock', { ...lock, cardId: '999999' })).toBe('BANK_CARD_REQUIRED');
    await sql`update orders.listing set pay_methods = '{jkopay}' where id = ${listing.id}`.execute(owner);
    expect(await seller.refuse('/order/lock', { ...lock, cardId })).toBe('PAY_METHOD_NOT_OFFERED');
    await sql`update orders.listing set pay_methods = '{bank}' where id = ${listing.id}`.execute(owner);

    const cooled = await server.member();
    await server.issueTo(cooled, 'TWD', '3000.00');
    await inTransaction(db, (tx) => startCoolDown(tx, { memberId: cooled.id, cause: 'password' }));
    const { card } = await cooled.call('/member/bankadd/{account}', {
      bankCode: '822',
      accountNumber: '80000000001',
      holderName: '林示範',
    });
    expect(await cooled.refuse('/order/lock', { ...lock, cardId: card.id })).toBe('BANK_CARD_COOLING');
    expect(await balanceOf(cooled)).toMatchObject({ available: '3000.00' });
  });

  it('is made for each of many who sell at once; who has too little spoils nothing for the others', async () => {
    const { buyer, listing } = await buyerWithListing(server, { quantity: '5000.00' });
    await sql`update orders.listing set multi_locks = true where id = ${listing.id}`.execute(owner);
    const sellers = await Promise.all(
      ['1000.00', '10.00', '1000.00', '1000.00', '1000.00'].map((quantity) => readySeller(server, quantity)),
    );
    const outcomes = await Promise.all(
      sellers.map(({ seller, cardId }) =>
        seller.send('/order/lock', { listingId: listing.id, version: '1', quantity: '1000.00', cardId }),
      ),
    );
    const counts = outcomes.map(({ outcome }) => outcome);
    expect(counts.filter((outcome) => outcome === 'SUCCESS')).toHaveLength(4);
    expect(counts[1]).toBe('BALANCE_INSUFFICIENT');
    expect(await mine(buyer, listing.id)).toMatchObject({
      state: 'OPEN',
      remaining: '1000.00',
      locked: '4000.00',
    });
  });
});
