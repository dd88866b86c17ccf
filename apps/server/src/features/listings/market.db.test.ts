import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput, sellerWithListing } from '#testing/traders.ts';

const server = await testServer();

describe('the market', () => {
  it('shows what others sell, cheapest first, with no account, card or name in it', async () => {
    const dear = await sellerWithListing(server, {
      coin: 'USDT',
      quantity: '100.000000',
      price: '33.0000',
      min: '10.000000',
    });
    const cheap = await sellerWithListing(server, {
      coin: 'USDT',
      quantity: '50.000000',
      price: '31.5000',
      min: '10.000000',
    });
    const viewer = await server.member();
    const { items: offers } = await viewer.call('/listing/market', { coin: 'USDT' });
    expect(offers.map((offer) => offer.listingId)).toEqual([cheap.listing.id, dear.listing.id]);
    expect(offers[0]).toMatchObject({
      price: '31.5000',
      maxQuantity: '50.000000',
      owner: { nick: cheap.seller.nick, finished: 0, completionPercent: null, tradedWithYou: 0 },
      obstacle: null,
    });
    const text = JSON.stringify(offers);
    for (const secret of [cheap.seller.account, cheap.accountNumber, '林示範'])
      expect(text).not.toContain(secret);
  });

  it('puts what the viewer cannot take last, with the reason', async () => {
    const small = await sellerWithListing(server, { quantity: '500.00', max: '500.00' });
    const large = await sellerWithListing(server, { quantity: '9000.00', min: '5000.00' });
    const busy = await lockedOrder(server, '800.00');
    const { items: offers } = await small.seller.call('/listing/market', {
      coin: 'TWD',
      quantity: '2000.00',
    });
    const obstacle = (id: string) => offers.find((offer) => offer.listingId === id)?.obstacle;
    expect(obstacle(small.listing.id)).toBe('own');
    expect(obstacle(large.listing.id)).toBe('below-minimum');
    expect(obstacle(busy.listing.id)).toBeUndefined(); // fully locked: it is not open
    expect(await small.seller.refuse('/listing/market', { coin: 'TWD', quantity: '1.001' })).toBe(
      'PARAMETERS_INVALID',
    );
  });

  it("tells the viewer's own live order from somebody else's and from having no order left, and so does the lock", async () => {
    const { listing } = await sellerWithListing(server, { quantity: '4000.00' });
    const [buyer, other] = [await server.member(), await server.member()];
    const lock = { listingId: listing.id, version: '1', quantity: '1000.00' };
    const { order } = await buyer.call('/order/lock', lock);
    const offerFor = async (viewer: typeof buyer) =>
      (await viewer.call('/listing/market', { coin: 'TWD' })).items.find((it) => it.listingId === listing.id);
    expect(await offerFor(buyer)).toMatchObject({ obstacle: 'own-order', ownOrderId: order.orderId });
    expect(await offerFor(other)).toMatchObject({ obstacle: 'busy', ownOrderId: null });
    expect(await buyer.send('/order/lock', lock)).toMatchObject({
      outcome: 'LISTING_OWN_ORDER',
      data: { orderId: order.orderId },
    });
    expect(await other.refuse('/order/lock', lock)).toBe('LISTING_BUSY');
    const { listing: elsewhere } = await sellerWithListing(server);
    const elsewhereFor = async () =>
      (await buyer.call('/listing/market', { coin: 'TWD' })).items.find(
        (it) => it.listingId === elsewhere.id,
      );
    // A newcomer may have one order in progress.
    expect(await elsewhereFor()).toMatchObject({ obstacle: 'lock-cap' });
    const end = { orderId: order.orderId, version: '1', notPaid: '1', reason: 'changed-mind' } as const;
    await buyer.call('/order/cancel', end);
    expect(await offerFor(buyer)).toMatchObject({ obstacle: null, ownOrderId: null });
    expect(await elsewhereFor()).toMatchObject({ obstacle: null });
  });

  it("counts a seller's finished orders and those with the viewer", async () => {
    const { seller, buyer, order } = await lockedOrder(server, '700.00');
    const paid = await buyer.call('/order/paid', paidInput(order));
    await seller.call('/order/release', { orderId: order.orderId, version: String(paid.order.version) });
    await server.issueTo(seller, 'TWD', '200.00');
    const { cards } = await seller.call('/bank/list/{account}', {});
    const terms = {
      coin: 'TWD',
      quantity: '200.00',
      price: '1',
      minQuantity: '100.00',
      maxQuantity: '200.00',
      payWindowMinutes: '15',
    } as const;
    const { listing } = await seller.call('/listing/create', {
      ...terms,
      cardIds: cards.map((card) => card.id),
    });
    const ownerOf = async () => {
      const { items: offers } = await buyer.call('/listing/market', { coin: 'TWD' });
      return offers.find((offer) => offer.listingId === listing.id)?.owner;
    };
    // As on the seller's card: of few orders no share and no time.
    const few = { finished: 1, completionPercent: null, releaseSeconds: null, tradedWithYou: 1 };
    expect(await ownerOf()).toMatchObject(few);
    await sql`update orders.trader set finished = 5, ended = 5 where member_id = ${seller.id}`.execute(
      server.database.owner,
    );
    expect(await ownerOf()).toMatchObject({
      finished: 5,
      completionPercent: '100.0',
      releaseSeconds: expect.any(Number),
      tradedWithYou: 1,
    });
  });
});

describe('the order of the market', () => {
  const reason = 'settles within a minute';

  it("goes by the role's rank, then by the owner's own, then by price; whoever lists later has the same place", async () => {
    const risk = await server.operator('risk');
    const terms = { coin: 'USDT', quantity: '20.000000', min: '1.000000' } as const;
    const own: string[] = [];
    const seller = async (price: string) => {
      const made = await sellerWithListing(server, { ...terms, max: '10.000000', price });
      own.push(made.listing.id);
      return made;
    };
    const [cheap, dear, merchant] = [
      await seller('30.0000'),
      await seller('35.0000'),
      await seller('39.0000'),
    ];
    const viewer = await server.member();
    const order = async () => {
      const { items } = await viewer.call('/listing/market', { coin: 'USDT' });
      return items.map(({ listingId }) => listingId).filter((id) => own.includes(id));
    };
    expect(await order()).toEqual([cheap.listing.id, dear.listing.id, merchant.listing.id]);

    const { account } = dear.seller;
    const set = await risk.send('/member/set-member-sort-code', { account, sortCode: '500', reason });
    expect(set.data).toEqual({ code: 500, offset: 0 });
    expect(await order()).toEqual([dear.listing.id, cheap.listing.id, merchant.listing.id]);
    await risk.send('/member/set-member-sort-code-offset', { account, offset: '700', reason });
    expect(await order()).toEqual([cheap.listing.id, merchant.listing.id, dear.listing.id]);

    const path = '/api/v1/members/set-member-permissions/{account}';
    const asked = await risk.send<{ requestId: string }>(
      path,
      { login: 'allowed', role: 'merchant', reason },
      { account: merchant.seller.account },
    );
    const decision = { id: asked.data.requestId, verdict: 'approved', note: '' };
    expect((await (await server.operator('risk')).send('/operator/request/decide', decision)).outcome).toBe(
      'SUCCESS',
    );
    const setRole = (offset: string) =>
      risk.send('/api/v1/members/set-role-sort-code-offset', { role: 'merchant', offset, reason });
    await setRole('-1');
    expect(await order()).toEqual([merchant.listing.id, cheap.listing.id, dear.listing.id]);

    await server.issueTo(merchant.seller, 'USDT', '5.000000');
    const { listing } = await merchant.seller.call('/listing/create', {
      coin: 'USDT',
      quantity: '5.000000',
      price: '99.0000',
      minQuantity: '1.000000',
      maxQuantity: '5.000000',
      payWindowMinutes: '15',
      cardIds: merchant.listing.cardIds,
    });
    own.push(listing.id);
    expect(await order()).toEqual([merchant.listing.id, listing.id, cheap.listing.id, dear.listing.id]);
    await setRole('0');
    expect(await order()).toEqual([cheap.listing.id, merchant.listing.id, listing.id, dear.listing.id]);
  });

  it('stands for a listing that is made while its owner is given another rank', async () => {
    const { seller, listing } = await sellerWithListing(server);
    await server.issueTo(seller, 'TWD', '400.00');
    const risk = await server.operator('risk');
    const create = (n: number) =>
      seller.call('/listing/create', {
        coin: 'TWD',
        quantity: '50.00',
        price: `1.${1000 + n}`,
        minQuantity: '10.00',
        maxQuantity: '50.00',
        payWindowMinutes: '15',
        cardIds: listing.cardIds,
      });
    const rank = (code: number) =>
      risk.send('/member/set-member-sort-code', { account: seller.account, sortCode: String(code), reason });
    await Promise.all([0, 1, 2, 3].flatMap((n) => [create(n), rank(n + 1)]));
    const { rows } = await sql<{ owner_rank: number; rank: number }>`
      select distinct l.owner_rank, t.sort_code + t.sort_offset as rank
      from orders.listing l join orders.trader t on t.member_id = l.owner_id where l.owner_id = ${seller.id}`.execute(
      server.database.owner,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.owner_rank).toBe(rows[0]?.rank);
  });
});

describe('a listing', () => {
  it('needs a card of the owner, terms that make sense, and the balance', async () => {
    const { seller, listing } = await sellerWithListing(server);
    const other = await sellerWithListing(server);
    const terms = {
      coin: 'TWD',
      quantity: '10.00',
      price: '1',
      minQuantity: '1.00',
      maxQuantity: '10.00',
      payWindowMinutes: '15',
    } as const;
    const own = listing.cardIds;
    expect(await seller.refuse('/listing/create', { ...terms, cardIds: other.listing.cardIds })).toBe(
      'BANK_CARD_REQUIRED',
    );
    expect(await seller.refuse('/listing/create', { ...terms, maxQuantity: '10.01', cardIds: own })).toBe(
      'PARAMETERS_INVALID',
    );
    expect(await seller.refuse('/listing/create', { ...terms, cardIds: own })).toBe('BALANCE_INSUFFICIENT');
    expect((await seller.call('/listing/mine', { scope: 'live' })).items).toHaveLength(1);
  });

  it('is sold out when the last order takes the last of it, and then stands among the ended ones', async () => {
    const { seller, buyer, order } = await lockedOrder(server, '600.00');
    const stateIn = async (scope: 'live' | 'ended') =>
      (await seller.call('/listing/mine', { scope })).items.map(({ state }) => state);
    expect([await stateIn('live'), await stateIn('ended')]).toEqual([['FILLED'], []]);
    const paid = await buyer.call('/order/paid', paidInput(order));
    await seller.call('/order/release', { orderId: order.orderId, version: String(paid.order.version) });
    expect([await stateIn('live'), await stateIn('ended')]).toEqual([[], ['SOLD_OUT']]);
    const { items } = await seller.call('/listing/mine', { scope: 'ended' });
    const close = { listingId: items[0]?.id ?? '', version: String(items[0]?.version) };
    expect(await seller.refuse('/listing/close', close)).toBe('LISTING_NOT_OPEN');
  });

  it('that gets its quantity back from a cancelled order is open again, also when another order of it has finished', async () => {
    const { seller, listing } = await sellerWithListing(server, { quantity: '1000.00' });
    await sql`update orders.listing set multi_locks = true where id = ${listing.id}`.execute(
      server.database.owner,
    );
    const buyers = [await server.member(), await server.member()] as const;
    const [first, second] = await Promise.all(
      buyers.map((buyer) =>
        buyer.call('/order/lock', { listingId: listing.id, version: '1', quantity: '500.00' }),
      ),
    );
    const own = async () => (await seller.call('/listing/mine', { scope: 'live' })).items;
    expect(await own()).toMatchObject([{ state: 'FILLED', locked: '1000.00' }]);
    await seller.call('/order/release', { orderId: first?.order.orderId ?? '', version: '1' });
    expect(await own()).toMatchObject([{ state: 'FILLED', locked: '500.00' }]);
    const end = { version: '1', notPaid: '1', reason: 'changed-mind' } as const;
    await buyers[1].call('/order/cancel', { orderId: second?.order.orderId ?? '', ...end });
    expect(await own()).toMatchObject([{ state: 'OPEN', remaining: '500.00', locked: '0.00' }]);
  });

  it('of somebody else cannot be closed, and looks as if it did not exist', async () => {
    const [a, b] = [await sellerWithListing(server), await sellerWithListing(server)];
    expect(await a.seller.refuse('/listing/close', { listingId: b.listing.id, version: '1' })).toBe(
      'LISTING_NOT_FOUND',
    );
  });
});

describe('a page of the market', () => {
  it('begins behind the last offer of the page before, also when offers of that page have gone meanwhile', async () => {
    const { seller, listing } = await sellerWithListing(server, {
      coin: 'USDT',
      quantity: '1.000000',
      min: '1.000000',
    });
    const viewer = await server.member();
    await sql`
      insert into orders.listing (owner_id, side, coin, state, quantity, remaining, price_e4, min_quantity, max_quantity,
                                  pay_window_minutes, card_ids)
      select ${seller.id}, 'sell', 'USDT', 'OPEN', 9, 9, 99000000, 9, 9, 15, ${listing.cardIds}::bigint[] from generate_series(1, 45)`.execute(
      server.database.owner,
    );
    const idsOf = (page: { items: readonly { listingId: string }[] }) =>
      page.items.map((offer) => offer.listingId);
    const first = await viewer.call('/listing/market', { coin: 'USDT' });
    await sql`update orders.listing set state = 'PAUSED' where id = any(${idsOf(first).slice(-5)}::bigint[])`.execute(
      server.database.owner,
    );
    const second = await viewer.call('/listing/market', { coin: 'USDT', cursor: first.next ?? '' });
    const third = await viewer.call('/listing/market', { coin: 'USDT', cursor: second.next ?? '' });
    const seen = [first, second, third].flatMap(idsOf);
    const { rows } = await sql<{ id: string }>`
      select id::text from orders.listing where coin = 'USDT' and state in ('OPEN', 'PAUSED') order by owner_rank, price_e4, listing.id`.execute(
      server.database.owner,
    );
    expect(seen).toEqual(rows.map(({ id }) => id));
    expect(third.next).toBeNull();
  });

  it('refuses a cursor that the server did not make', async () => {
    const viewer = await server.member();
    for (const cursor of ['7', '1.2.3', 'x.7'])
      expect(await viewer.refuse('/listing/market', { coin: 'USDT', cursor })).toBe('PARAMETERS_INVALID');
  });
});
