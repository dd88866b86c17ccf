import type { CallInput, Listing } from '@holdfast/contract/calls';
import { LISTING_PASSWORD_TRIES } from '@holdfast/contract/orders';
import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { buyerWithListing, readySeller, sellerWithListing } from '#testing/traders.ts';

/** A listing that is shared by its link, and one that only who has the link can open and lock. */

const server = await testServer();
const { owner } = server.database;

const on = ({ id, version }: Pick<Listing, 'id' | 'version'>) => ({
  listingId: id,
  version: String(version),
});
const edit = (listing: Listing, more: Partial<CallInput<'/listing/edit'>> = {}) => ({
  ...on(listing),
  feeSeen: '10',
  ...more,
});
const lockOf = (listing: Listing, link?: string) => ({
  ...on(listing),
  quantity: '300.00',
  ...(link !== undefined && { link }),
});

async function linkOf(seller: TestMember, { id }: Listing) {
  const { shared } = await seller.call('/listing/link', { listingId: id });
  return defined(shared, 'the listing is shared');
}

async function renewed(seller: TestMember, listing: Listing) {
  await seller.call('/listing/link/renew', { listingId: listing.id });
  return linkOf(seller, listing);
}

async function uidOf({ id }: TestMember): Promise<string> {
  const { rows } = await sql<{ uid: string }>`select uid from member.member where id = ${id}`.execute(owner);
  return defined(rows[0], 'a member').uid;
}

/** A seller whose listing only who has its link can open. */
async function privateListing(quantity = '900.00') {
  const { seller, listing: open } = await sellerWithListing(server, { quantity });
  const { listing } = await seller.call('/listing/edit', edit(open, { isPrivate: '1' }));
  return { seller, listing, link: (await linkOf(seller, listing)).link };
}

const inMarket = async (viewer: TestMember, { id, side, coin }: Listing) => {
  const { items } = await viewer.call('/listing/market', { side, coin });
  return items.some(({ listingId }) => listingId === id);
};

const NO_LINK = 'A'.repeat(22);
const NO_LISTING = { listingId: '999999999', version: '1', quantity: '300.00' };

describe('a shared listing', () => {
  it('is opened by its link as the market shows it, and stands in the market too', async () => {
    const { seller, listing } = await sellerWithListing(server, { quantity: '900.00' });
    expect(await seller.call('/listing/link', { listingId: listing.id })).toEqual({ shared: null });
    const shared = await renewed(seller, listing);
    expect(shared).toMatchObject({ link: expect.stringMatching(/^[\w-]{22}$/), password: null });
    const viewer = await server.member();
    const { items } = await viewer.call('/listing/market', { coin: 'TWD' });
    expect(await viewer.call('/listing/link/open', { link: shared.link })).toEqual({
      state: 'open',
      offer: items.find(({ listingId }) => listingId === listing.id),
      isOwn: false,
      opensAt: null,
      ownOrderId: null,
    });
    expect(await seller.call('/listing/link/open', { link: shared.link })).toMatchObject({
      isOwn: true,
      offer: { obstacle: 'own' },
    });
  });

  it('is shared by its owner alone, while it lives', async () => {
    const { seller, listing } = await sellerWithListing(server);
    const stranger = await server.member();
    const of = { listingId: listing.id };
    expect(await stranger.refuse('/listing/link', of)).toBe('LISTING_NOT_FOUND');
    expect(await stranger.refuse('/listing/link/renew', of)).toBe('LISTING_NOT_FOUND');
    expect(await stranger.refuse('/listing/link/password', { ...of, isOn: '1' })).toBe('LISTING_NOT_FOUND');
    expect(await stranger.refuse('/listing/link', { listingId: '999999999' })).toBe('LISTING_NOT_FOUND');
    await seller.call('/listing/close', on(listing));
    expect(await seller.refuse('/listing/link/renew', of)).toBe('LISTING_NOT_OPEN');
    expect(await seller.refuse('/listing/link/password', { ...of, isOn: '1' })).toBe('LISTING_NOT_OPEN');
  });

  it('keeps of its link nothing that opens it but under seal, and of earlier ones only that they were', async () => {
    const { seller, listing, link } = await privateListing();
    for (let renewed = 0; renewed < 3; renewed += 1)
      await seller.call('/listing/link/renew', { listingId: listing.id });
    const { rows } = await sql<{ row: string; isEnded: boolean; token: Buffer | null }>`
      select l::text as row, ended_at is not null as "isEnded", token_sealed as token
      from orders.listing_link l where listing_id = ${listing.id} order by id`.execute(owner);
    expect(rows.map(({ isEnded }) => isEnded)).toEqual([true, true, true, false]);
    for (const { row, isEnded, token } of rows) {
      expect(row).not.toContain(link);
      expect(token === null).toBe(isEnded);
    }
  });
});

describe('a private listing', () => {
  it('stands in no market, is no quick match and no next best, and comes back when its owner says so', async () => {
    const { seller, listing } = await privateListing();
    const viewer = await server.member();
    const best = { coin: 'TWD', quantity: '300.00' } as const;
    const bestId = async () => (await viewer.call('/listing/best', best)).offer?.listingId;
    expect(listing.isPrivate).toBe(true);
    expect(await inMarket(viewer, listing)).toBe(false);
    expect(await inMarket(seller, listing)).toBe(false);
    await viewer.call('/member/favourite/set', { uid: await uidOf(seller), favourite: '1' });
    const favourites = await viewer.call('/listing/market', { coin: 'TWD', favourites: '1' });
    expect(favourites.items).toEqual([]);
    const level = await viewer.call('/listing/market', { coin: 'TWD', levelMin: '1', payMethods: ['bank'] });
    expect(level.items.map(({ listingId }) => listingId)).not.toContain(listing.id);
    expect(await bestId()).not.toBe(listing.id);
    const { listing: open } = await seller.call('/listing/edit', edit(listing, { isPrivate: '0' }));
    expect(await inMarket(viewer, open)).toBe(true);
  });

  it('can be private from its beginning, of who buys too', async () => {
    const { buyer } = await buyerWithListing(server);
    const { listing } = await buyer.call('/listing/create', {
      side: 'buy',
      coin: 'TWD',
      quantity: '900.00',
      price: '1',
      minQuantity: '100.00',
      maxQuantity: '900.00',
      payWindowMinutes: '15',
      cardIds: [],
      payMethods: ['bank'],
      isPrivate: '1',
    });
    const { shared } = await buyer.call('/listing/link', { listingId: listing.id });
    const { seller, cardId } = await readySeller(server);
    expect(await inMarket(seller, listing)).toBe(false);
    const lock = { ...lockOf(listing), cardId };
    expect(await seller.refuse('/order/lock', lock)).toBe('LISTING_NOT_FOUND');
    const { order } = await seller.call('/order/lock', { ...lock, link: shared?.link ?? '' });
    expect(order).toMatchObject({ quantity: '300.00' });
  });

  it('is locked by who has its link, and is not there for anybody else: as a listing that never was', async () => {
    const { seller, listing, link } = await privateListing();
    const [friend, stranger, nobody] = [await server.member(), await server.member(), await server.member()];
    const answers = async (viewer: TestMember) => [
      await viewer.refuse('/order/lock', lockOf(listing)),
      await viewer.refuse('/order/lock', NO_LISTING),
      await viewer.refuse('/order/lock', lockOf(listing, NO_LINK)),
      await viewer.refuse('/order/lock', { ...NO_LISTING, link: NO_LINK }),
    ];
    const asIfNone = ['LISTING_NOT_FOUND', 'LISTING_NOT_FOUND', 'LISTING_LINK_ENDED', 'LISTING_LINK_ENDED'];
    expect(await answers(stranger)).toEqual(asIfNone);
    await sql`update member.member set real_name_status = 'none' where id = ${nobody.id}`.execute(owner);
    expect(await answers(nobody)).toEqual(asIfNone);
    expect(await seller.refuse('/order/lock', lockOf(listing))).toBe('LISTING_OWN');
    const { order } = await friend.call('/order/lock', lockOf(listing, link));
    expect(order.state).toBe('LOCKED');
    expect(await friend.call('/listing/link/open', { link })).toMatchObject({
      state: 'open',
      offer: { obstacle: 'own-order', ownOrderId: order.orderId },
    });
    // Having traded it once opens it no second time.
    await friend.call('/order/cancel', {
      orderId: order.orderId,
      version: '1',
      notPaid: '1',
      reason: 'changed-mind',
    });
    expect(await friend.refuse('/order/lock', lockOf(listing))).toBe('LISTING_NOT_FOUND');
  });

  it('holds every other condition against who has the link', async () => {
    const { seller, listing, link } = await privateListing();
    const [blocked, newcomer] = [await server.member(), await server.member()];
    await seller.call('/member/block/set', { uid: await uidOf(blocked), blocked: '1' });
    expect(await blocked.call('/listing/link/open', { link })).toEqual({
      state: 'over',
      offer: null,
      isOwn: false,
      opensAt: null,
      ownOrderId: null,
    });
    expect(await blocked.refuse('/order/lock', lockOf(listing, link))).toBe('LISTING_NOT_OPEN');
    const { listing: strict } = await seller.call(
      '/listing/edit',
      edit(listing, { isPrivate: '1', minFinished: '5' }),
    );
    expect(await newcomer.call('/listing/link/open', { link })).toMatchObject({
      state: 'open',
      offer: { obstacle: 'conditions', unmet: ['minFinished'] },
    });
    expect(await newcomer.refuse('/order/lock', lockOf(strict, link))).toBe('LISTING_CONDITIONS');
    expect(await newcomer.refuse('/order/lock', lockOf(listing, link))).toBe('LISTING_CHANGED');
  });

  it('is opened by the new link alone once its owner has renewed it', async () => {
    const { seller, listing, link } = await privateListing();
    const friend = await server.member();
    const shared = await renewed(seller, listing);
    expect(shared.link).not.toBe(link);
    expect(await friend.call('/listing/link/open', { link })).toEqual({
      state: 'renewed',
      offer: null,
      isOwn: false,
      opensAt: null,
      ownOrderId: null,
    });
    expect(await friend.refuse('/order/lock', lockOf(listing, link))).toBe('LISTING_LINK_ENDED');
    expect(await friend.call('/listing/link/open', { link: shared.link })).toMatchObject({ state: 'open' });
    await friend.call('/order/lock', lockOf(listing, shared.link));
  });

  it('says what has become of it, and not whose it was', async () => {
    const { seller, listing, link } = await privateListing();
    const friend = await server.member();
    const found = async () => {
      const answer = await friend.call('/listing/link/open', { link });
      for (const secret of [seller.nick, await uidOf(seller), seller.account, listing.id])
        expect(JSON.stringify(answer)).not.toContain(secret);
      return answer.state;
    };
    const { listing: paused } = await seller.call('/listing/pause', on(listing));
    expect(await found()).toBe('paused');
    const { listing: resumed } = await seller.call('/listing/resume', on(paused));
    const buyer = await server.member();
    const { order } = await buyer.call('/order/lock', { ...lockOf(resumed, link), quantity: '900.00' });
    expect(await found()).toBe('taken');
    expect(await buyer.call('/listing/link/open', { link })).toMatchObject({
      state: 'taken',
      offer: null,
      ownOrderId: order.orderId,
    });
    await buyer.call('/order/cancel', {
      orderId: order.orderId,
      version: '1',
      notPaid: '1',
      reason: 'changed-mind',
    });
    await seller.call('/listing/close', on(resumed));
    expect(await found()).toBe('over');
    expect(await friend.call('/listing/link/open', { link: NO_LINK })).toMatchObject({ state: 'unknown' });
  });
});

describe('the password of a listing', () => {
  const passwordOf = async (seller: TestMember, listing: Listing) => {
    await seller.call('/listing/link/password', { listingId: listing.id, isOn: '1' });
    return (await linkOf(seller, listing)).password ?? '';
  };

  it('leads to the link, however it is typed, until its owner takes it away or makes another one', async () => {
    const { seller, listing, link } = await privateListing();
    const password = await passwordOf(seller, listing);
    expect(password).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
    const friend = await server.member();
    const find = { listingId: listing.id, password };
    expect(await friend.call('/listing/link/find', find)).toEqual({ link });
    const typed = ` ${password.slice(0, 4).toLowerCase()}-${password.slice(4)} `;
    expect(await friend.call('/listing/link/find', { ...find, password: typed })).toEqual({ link });
    const shared = await renewed(seller, listing);
    expect(shared.password).not.toBe(password);
    expect(await friend.refuse('/listing/link/find', find)).toBe('LISTING_PASSWORD_WRONG');
    const anew = { ...find, password: shared.password ?? '' };
    expect(await friend.call('/listing/link/find', anew)).toEqual({ link: shared.link });
    await seller.call('/listing/link/password', { listingId: listing.id, isOn: '0' });
    expect(await friend.refuse('/listing/link/find', anew)).toBe('LISTING_PASSWORD_WRONG');
    expect(await friend.call('/listing/link/open', { link: shared.link })).toMatchObject({ state: 'open' });
  });

  it('answers alike of a wrong password, of a listing without one and of none, and opens to nobody who tries too often', async () => {
    const { seller, listing, link } = await privateListing();
    const { listing: without } = await privateListing();
    const password = await passwordOf(seller, listing);
    const [guesser, friend] = [await server.member(), await server.member()];
    const wrong = 'AAAAAAAA';
    const tries = [
      { listingId: listing.id, password: wrong },
      { listingId: without.id, password: wrong },
      { listingId: without.id, password: '-' },
      { listingId: '999999999', password: wrong },
    ];
    for (const one of tries)
      expect(await guesser.refuse('/listing/link/find', one)).toBe('LISTING_PASSWORD_WRONG');
    for (let left = LISTING_PASSWORD_TRIES - tries.length; left > 0; left -= 1)
      await guesser.refuse('/listing/link/find', { listingId: listing.id, password: wrong });
    const right = { listingId: listing.id, password };
    expect(await guesser.refuse('/listing/link/find', right)).toBe('RATE_LIMITED');
    // Whoever guesses keeps nobody out who knows it.
    expect(await friend.call('/listing/link/find', right)).toEqual({ link });
  });
});
