import type { CallInput, CallOutput, Listing } from '@holdfast/contract/calls';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestClient } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { sellerWithListing } from '#testing/traders.ts';
import { OPEN_MAX } from './remarks.ts';

/** What an owner says of a listing: what cannot be said, what operators look at, and what an order keeps of it. */

const server = await testServer();
const { owner } = server.database;

const [support, treasury] = [await server.operator('support'), await server.operator('treasury')];

type List = CallOutput<'/operator/remark/list'>;
const queue = async () => (await support.send<List>('/operator/remark/list', {})).data.items;
const decide = async (by: TestClient, id: string, input: CallInput<'/operator/remark/decide/{id}'>) =>
  (await by.send('/operator/remark/decide/{id}', input, { id })).outcome;

const edit = ({ id, version }: Listing, more: Partial<CallInput<'/listing/edit'>> = {}) => ({
  listingId: id,
  version: String(version),
  feeSeen: '10',
  ...more,
});

async function listingSaying(remark: string) {
  const { seller, listing: silent } = await sellerWithListing(server);
  const { listing } = await seller.call('/listing/edit', edit(silent, { remark }));
  return { seller, listing };
}

/** One more listing, which needs no balance. */
const wish = (remark: string): CallInput<'/listing/create'> => ({
  side: 'buy',
  coin: 'TWD',
  price: '1',
  quantity: '300.00',
  minQuantity: '100.00',
  maxQuantity: '300.00',
  payWindowMinutes: '15',
  cardIds: [],
  payMethods: ['bank'],
  remark,
});

const offerOf = async (viewer: Awaited<ReturnType<typeof server.member>>, { id }: Listing) =>
  (await viewer.call('/listing/market', { coin: 'TWD' })).items.find(({ listingId }) => listingId === id);

const lockOf = ({ id, version }: Listing) => ({
  listingId: id,
  version: String(version),
  quantity: '300.00',
});

describe('the remark of a listing', () => {
  it('is text: what cannot be seen is left out, markup stays what it is, and others read it before they lock', async () => {
    const { listing } = await listingSaying('  <b>晚上八點後</b>\u202E回覆\u200B比較快\n\n\n\n謝謝 ');
    const text = '<b>晚上八點後</b>回覆比較快\n\n謝謝';
    expect(listing.remark).toMatchObject({ text, removed: null });
    const viewer = await server.member();
    expect((await offerOf(viewer, listing))?.remark).toBe(text);
  });

  it('holds no contact, link or account, no wish to release first, and so many characters at most', async () => {
    const { seller, listing } = await sellerWithListing(server);
    const refused = (remark: string) => seller.send('/listing/edit', edit(listing, { remark }));
    for (const [remark, kind] of [
      ['加我 LINE: amber88', 'contact'],
      ['０９１２\u200B３４５６７８', 'contact'],
      ['匯到 822 1234 5678 9012', 'account-number'],
      ['https://pay.example.com', 'link'],
      ['請先放行再付款', 'release-first'],
    ] as const) {
      expect(await refused(remark)).toMatchObject({
        outcome: 'REMARK_REFUSED',
        data: { kinds: expect.arrayContaining([kind]) },
      });
    }
    expect(await refused('好'.repeat(241))).toMatchObject({ outcome: 'REMARK_TOO_LONG' });
    const { items } = await seller.call('/listing/mine', { scope: 'live' });
    expect(items[0]).toMatchObject({ version: listing.version, remark: null });
  });

  it('is kept with an order as it was when that was locked, whatever the listing says later', async () => {
    const { seller, listing } = await listingSaying('第一段備註');
    const buyer = await server.member();
    const { order } = await buyer.call('/order/lock', lockOf(listing));
    expect(order.remark).toEqual({ text: '第一段備註' });
    await seller.call('/listing/edit', edit(listing, { remark: '第二段備註' }));
    for (const party of [buyer, seller]) {
      const detail = await party.call('/order/detail', { orderId: order.orderId });
      expect(detail.order.remark).toEqual({ text: '第一段備註' });
    }
  });

  it('goes with an edit that says none, and stays the same one where it is said again, here or in another listing', async () => {
    const { seller, listing } = await listingSaying('同一段');
    const { listing: again } = await seller.call(
      '/listing/edit',
      edit(listing, { remark: '同一段 ', askFirst: '1' }),
    );
    expect(again.remark?.id).toBe(listing.remark?.id);
    const { listing: copy } = await seller.call('/listing/create', wish('同一段'));
    expect(copy.remark?.id).toBe(listing.remark?.id);
    const { listing: silent } = await seller.call('/listing/edit', edit(again, { remark: ' ' }));
    expect(silent.remark).toBeNull();
  });
});

describe('operators', () => {
  it('look at what may mean more than it says, once', async () => {
    const { listing } = await listingSaying('歡迎私訊詢問');
    await listingSaying('五分鐘內回覆');
    const waiting = await queue();
    expect(waiting.map(({ text }) => text)).toContain('歡迎私訊詢問');
    expect(waiting.map(({ text }) => text)).not.toContain('五分鐘內回覆');
    const id = listing.remark?.id ?? '';
    expect(await decide(support, id, { verdict: 'keep' })).toBe('SUCCESS');
    expect((await queue()).map((one) => one.id)).not.toContain(id);
    expect(await decide(support, id, { verdict: 'keep' })).toBe('REMARK_DECIDED');
    const viewer = await server.member();
    expect((await offerOf(viewer, listing))?.remark).toBe('歡迎私訊詢問');
  });

  const waitingOf = async (ownerId: string) =>
    (
      await sql<{ text: string }>`
        select text from orders.remark where owner_id = ${ownerId} and state = 'open' order by id`.execute(
        owner,
      )
    ).rows.map(({ text }) => text);

  it('are not asked again of what they let stay, nor of what its owner has replaced, unless an order keeps it', async () => {
    const { seller, listing } = await listingSaying('歡迎私訊，一');
    expect(await decide(support, listing.remark?.id ?? '', { verdict: 'keep' })).toBe('SUCCESS');
    let { listing: now } = await seller.call('/listing/edit', edit(listing, { remark: '歡迎私訊，二' }));
    ({ listing: now } = await seller.call('/listing/edit', edit(now, { remark: '歡迎私訊，一' })));
    expect(await waitingOf(seller.id)).toEqual([]);
    ({ listing: now } = await seller.call('/listing/edit', edit(now, { remark: '歡迎私訊，二' })));
    expect(await waitingOf(seller.id)).toEqual(['歡迎私訊，二']);
    const buyer = await server.member();
    await buyer.call('/order/lock', lockOf(now));
    await seller.call('/listing/edit', edit(now, { remark: '' }));
    expect(await waitingOf(seller.id)).toEqual(['歡迎私訊，二']);
  });

  it('find a bounded number of one owner waiting, who is told when there are so many', async () => {
    const { seller } = await sellerWithListing(server);
    const wants = (remark: string) => seller.send('/listing/create', wish(remark));
    for (let at = 0; at < OPEN_MAX; at += 1)
      expect((await wants(`歡迎私訊 ${'好'.repeat(at + 1)}`)).outcome).toBe('SUCCESS');
    expect(await wants('歡迎私訊，再一段')).toMatchObject({
      outcome: 'REMARKS_WAITING',
      data: { max: OPEN_MAX },
    });
    expect((await wants('歡迎私訊 好')).outcome).toBe('SUCCESS');
    expect((await wants('五分鐘內回覆')).outcome).toBe('SUCCESS');
    expect(await waitingOf(seller.id)).toHaveLength(OPEN_MAX);
  });

  it('take down the words: every listing of the owner that says them is silent, also one with a row of its own', async () => {
    const { seller, listing } = await listingSaying('到處都說的話');
    const { listing: other } = await seller.call('/listing/create', wish('到處都說的話'));
    const { listing: strangers } = await listingSaying('到處都說的話');
    // As it was stored before rows were told apart by their words.
    await sql`
      with row as (insert into orders.remark (owner_id, text, kinds, state) select owner_id, text, kinds, 'unseen' from orders.remark
        where id = ${other.remark?.id} returning id)
      update orders.listing set remark_id = row.id from row where listing.id = ${other.id}`.execute(owner);
    const removal = { verdict: 'remove', because: 'offensive', reason: '辱罵他人' } as const;
    expect(await decide(support, listing.remark?.id ?? '', removal)).toBe('SUCCESS');
    const { items } = await seller.call('/listing/mine', { scope: 'live' });
    expect(items.map(({ remark }) => remark?.removed)).toEqual(['offensive', 'offensive']);
    expect((await offerOf(await server.member(), strangers))?.remark).toBe('到處都說的話');
    const notices = (await seller.call('/member/notification/list', {})).items;
    expect(notices.filter(({ type }) => type === 'listingRemarkRemoved')).toHaveLength(1);
  });

  it('take one down: nobody reads it any more, in the market or in an order; the owner is told why, and cannot say it again', async () => {
    const { seller, listing } = await listingSaying('不好的話');
    const [buyer, late] = [await server.member(), await server.member()];
    await sql`update orders.listing set multi_locks = true where id = ${listing.id}`.execute(owner);
    const { order } = await buyer.call('/order/lock', lockOf(listing));
    const id = listing.remark?.id ?? '';
    const removal = { verdict: 'remove', because: 'offensive', reason: '辱罵他人' } as const;
    expect(await decide(support, id, { verdict: 'remove' })).toBe('PARAMETERS_INVALID');
    expect(await decide(support, id, removal)).toBe('SUCCESS');
    expect(await decide(support, id, removal)).toBe('REMARK_DECIDED');
    expect((await buyer.call('/order/detail', { orderId: order.orderId })).order.remark).toEqual({
      text: null,
    });
    expect((await offerOf(late, listing))?.remark).toBeNull();
    const { order: after } = await late.call('/order/lock', lockOf(listing));
    expect(after.remark).toBeNull();
    const { items } = await seller.call('/listing/mine', { scope: 'live' });
    expect(items[0]?.remark).toMatchObject({ text: '不好的話', removed: 'offensive' });
    const notices = (await seller.call('/member/notification/list', {})).items;
    expect(notices.find(({ type }) => type === 'listingRemarkRemoved')?.extra).toEqual({
      reason: 'offensive',
    });
    expect(await seller.refuse('/listing/edit', edit(listing, { remark: '不好的話' }))).toBe(
      'REMARK_REMOVED_BEFORE',
    );
    const { rows } = await sql`
      select detail from platform.audit where action = 'remark-decided' and subject = ${`remark:${id}`}`.execute(
      owner,
    );
    expect(rows).toEqual([{ detail: { verdict: 'remove', what: 'offensive', reason: '辱罵他人' } }]);
  });

  it('without the permission neither see the queue nor decide', async () => {
    const { listing } = await listingSaying('歡迎私下聯絡');
    const { client } = await server.member();
    for (const stranger of [treasury, client]) {
      expect((await stranger.send('/operator/remark/list', {})).outcome).not.toBe('SUCCESS');
      expect(await decide(stranger, listing.remark?.id ?? '', { verdict: 'keep' })).not.toBe('SUCCESS');
    }
  });
});
