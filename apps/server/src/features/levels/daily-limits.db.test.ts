import type { CallInput } from '@holdfast/contract/calls';
import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { postedTo } from '#testing/posted.ts';
import type { TestMember } from '#testing/test-client.ts';
import { freshMobile, testServer } from '#testing/test-server.ts';
import {
  anotherListing,
  balanceOf,
  buyerWithListing,
  lockedOrder,
  paidInput,
  sellerWithListing,
} from '#testing/traders.ts';
import { untilWaiting } from '#testing/waiting-commands.ts';

const server = await testServer();
const { owner } = server.database;

type Side = 'buy' | 'sell';

const limitsOf = (member: TestMember) => member.call('/member/limits', {});
const limitOf = async (member: TestMember, side: Side, coin = 'TWD') =>
  (await limitsOf(member)).limits.find((limit) => limit.coin === coin && limit.side === side);
const used = async (member: TestMember, side: Side) => (await limitOf(member, side))?.used;
const set = (member: TestMember, side: Side, max: string): Promise<unknown> =>
  member.call('/member/limits/set', { coin: 'TWD', side, max });
const lockInput = (listing: { id: string; version: number }, quantity: string): CallInput<'/order/lock'> => ({
  listingId: listing.id,
  version: String(listing.version),
  quantity,
});
/** As if raises had been asked for so many hours earlier. */
const later = async ({ id }: TestMember, hours: number) => {
  await sql`
    update member.own_limit
    set raised_at = raised_at - make_interval(secs => ${hours * 3600}), restore_until = restore_until - make_interval(secs => ${hours * 3600})
    where member_id = ${id}`.execute(owner);
};
/** Several at once of each listing, and several orders at once of each member. */
const allowMany = async () => {
  await sql`update orders.listing set multi_locks = true where ended_at is null`.execute(owner);
  await sql`update orders.trader set locks_max = 50`.execute(owner);
};

describe('the daily limits of a member', () => {
  it('are those of the level, of each coin and side, until the end of the day in Taipei', async () => {
    const member = await server.member();
    const { level, limits, renewsAt } = await limitsOf(member);
    expect(level).toBe(0);
    expect(limits).toEqual([
      { coin: 'TWD', side: 'buy', levelMax: '500000.00', ownMax: null, used: '0.00', raise: null },
      { coin: 'TWD', side: 'sell', levelMax: '500000.00', ownMax: null, used: '0.00', raise: null },
      { coin: 'USDT', side: 'buy', levelMax: '16000.000000', ownMax: null, used: '0.000000', raise: null },
      { coin: 'USDT', side: 'sell', levelMax: '16000.000000', ownMax: null, used: '0.000000', raise: null },
    ]);
    expect(renewsAt).toMatch(/T16:00:00\.000Z$/); // midnight in Taipei
  });

  it('count an order of both sides from its lock on, and what goes back to the seller no longer', async () => {
    const { seller, buyer, order } = await lockedOrder(server, '3000.00');
    expect([await used(seller, 'sell'), await used(buyer, 'buy')]).toEqual(['3000.00', '3000.00']);
    expect([await used(seller, 'buy'), await used(buyer, 'sell')]).toEqual(['0.00', '0.00']);
    await buyer.call('/order/cancel', {
      orderId: order.orderId,
      version: '1',
      reason: 'changed-mind',
      notPaid: '1',
    });
    expect([await used(seller, 'sell'), await used(buyer, 'buy')]).toEqual(['0.00', '0.00']);
  });

  it('count a finished order for the whole day', async () => {
    const { seller, buyer, order } = await lockedOrder(server, '2000.00');
    await buyer.call('/order/paid', paidInput(order));
    await seller.call('/order/release', { orderId: order.orderId, version: '2' });
    expect([await used(seller, 'sell'), await used(buyer, 'buy')]).toEqual(['2000.00', '2000.00']);
  });

  it('begin anew at midnight in Taipei, and an order of yesterday gives nothing back to today', async () => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from ((now() at time zone 'Asia/Taipei')::date + 1)::timestamp at time zone 'Asia/Taipei' - now())::int as seconds`.execute(
      owner,
    );
    const midnight = rows[0]?.seconds ?? 0;
    onTestFinished(() => server.database.setClock('0'));
    await server.database.setClock(`${midnight - 120} seconds`);
    const first = await sellerWithListing(server, { quantity: '3000.00' });
    const buyer = await server.member();
    const { order } = await buyer.call('/order/lock', lockInput(first.listing, '3000.00'));
    expect(await used(buyer, 'buy')).toBe('3000.00');
    await server.database.setClock(`${midnight + 120} seconds`);
    expect(await used(buyer, 'buy')).toBe('0.00');
    await allowMany();
    const second = await sellerWithListing(server, { quantity: '700.00' });
    await buyer.call('/order/lock', lockInput(second.listing, '700.00'));
    await buyer.call('/order/cancel', {
      orderId: order.orderId,
      version: '1',
      reason: 'changed-mind',
      notPaid: '1',
    });
    expect(await used(buyer, 'buy')).toBe('700.00');
    expect(await used(first.seller, 'sell')).toBe('0.00');
  });
});

describe('a lock', () => {
  it('is refused to who would buy or sell more than the own limit, with what is left', async () => {
    const { listing } = await sellerWithListing(server, { quantity: '3000.00' });
    const buyer = await server.member();
    await set(buyer, 'buy', '1000.00');
    const refused = await buyer.send('/order/lock', lockInput(listing, '1000.01'));
    expect(refused).toMatchObject({
      outcome: 'DAILY_LIMIT_BUY',
      data: { left: '1000.00 TWD', coin: 'TWD' },
    });
    await buyer.call('/order/lock', lockInput(listing, '1000.00'));
    expect(await used(buyer, 'buy')).toBe('1000.00');
  });

  it('of a buy listing is a sale of its locker', async () => {
    const { buyer, listing } = await buyerWithListing(server);
    const { seller } = await sellerWithListing(server, { quantity: '3000.00' });
    await set(seller, 'sell', '200.00');
    const place = { payMethod: 'bank' as const };
    expect(await seller.refuse('/order/lock', { ...lockInput(listing, '300.00'), ...place })).toBe(
      'DAILY_LIMIT_SELL',
    );
    await set(buyer, 'buy', '0');
    expect(await seller.refuse('/order/lock', { ...lockInput(listing, '200.00'), ...place })).toBe(
      'LISTING_OWNER_LIMIT',
    );
  });

  it('takes no more of an owner in a day than the owner allows, and says what is left', async () => {
    const { seller, listing } = await sellerWithListing(server, { quantity: '3000.00' });
    await allowMany();
    await set(seller, 'sell', '1500.00');
    const [one, two] = [await server.member(), await server.member()];
    await one.call('/order/lock', lockInput(listing, '1000.00'));
    expect(await two.send('/order/lock', lockInput(listing, '1000.00'))).toMatchObject({
      outcome: 'LISTING_OWNER_LIMIT',
      data: { left: '500.00', coin: 'TWD' },
    });
    await two.call('/order/lock', lockInput(listing, '500.00'));
    expect(await used(seller, 'sell')).toBe('1500.00');
  });

  it('meets others at the same moment, of one listing and of several, and the limit is exact', async () => {
    const sellers = await Promise.all(
      Array.from({ length: 4 }, () => sellerWithListing(server, { quantity: '3000.00' })),
    );
    const buyers = await Promise.all(Array.from({ length: 3 }, () => server.member()));
    for (const buyer of buyers) await set(buyer, 'buy', '1000.00');
    for (const { seller } of sellers) await set(seller, 'sell', '900.00');
    await sql`insert into orders.trader (member_id) select unnest(${buyers.map(({ id }) => id)}::bigint[]) on conflict do nothing`.execute(
      owner,
    );
    await allowMany();
    // Each buyer's commands come from one session, so parallel ones of one buyer wait for each other there; the owners' do not.
    const outcomes = await Promise.all(
      buyers.flatMap((buyer) =>
        sellers.map(
          async ({ listing }) => (await buyer.send('/order/lock', lockInput(listing, '400.00'))).outcome,
        ),
      ),
    );
    const bought = await Promise.all(buyers.map((buyer) => used(buyer, 'buy')));
    const sold = await Promise.all(sellers.map(({ seller }) => used(seller, 'sell')));
    for (const sum of [...bought, ...sold]) expect(Number(sum)).toBeLessThanOrEqual(800);
    const sum = (amounts: readonly (string | undefined)[]) =>
      amounts.reduce((total, amount) => total + Number(amount), 0);
    const succeeded = outcomes.filter((outcome) => outcome === 'SUCCESS').length;
    expect(sum(bought)).toBe(400 * succeeded);
    expect(sum(sold)).toBe(400 * succeeded);
    // Which of the two limits refuses a lock depends on who was first.
    const named = ['SUCCESS', 'DAILY_LIMIT_BUY', 'LISTING_OWNER_LIMIT'];
    expect(outcomes.filter((outcome) => !named.includes(outcome))).toEqual([]);
    const balances = await Promise.all(sellers.map(({ seller }) => balanceOf(seller)));
    expect(balances.map((balance) => balance?.inOrder)).toEqual(sold);
  });
});

it('a lock that misses only what its owner may sell is refused for that, and not for the order that it would have been', async () => {
  const { seller, listing } = await sellerWithListing(server, { quantity: '3000.00' });
  const other = await anotherListing(server, seller, '3000.00');
  await set(seller, 'sell', '3000.00');
  // New members, who may have one order in progress; both have read that the day is unused.
  const buyers = [await server.member(), await server.member()];
  await sql`insert into orders.trader (member_id) values (${seller.id}) on conflict do nothing`.execute(
    owner,
  );
  const answers = await owner.transaction().execute(async (tx) => {
    await sql`select from orders.trader where member_id = ${seller.id} for update`.execute(tx);
    const sent = [listing, other].map((one, index) =>
      defined(buyers[index], 'a buyer').send('/order/lock', lockInput(one, '2000.00')),
    );
    await untilWaiting(owner, 2);
    return { sent };
  });
  const [placed, refused] = (await Promise.all(answers.sent)).toSorted((a) =>
    a.outcome === 'SUCCESS' ? -1 : 1,
  );
  expect(placed?.outcome).toBe('SUCCESS');
  expect(refused).toMatchObject({
    outcome: 'LISTING_OWNER_LIMIT',
    data: { left: '1000.00', coin: 'TWD' },
  });
});

describe('an own limit', () => {
  it('is lower at once, and higher only after a day, which every address is told', async () => {
    const mobile = freshMobile();
    const member = await server.member({ mobile });
    await set(member, 'sell', '2000.00');
    expect(await limitOf(member, 'sell')).toMatchObject({ ownMax: '2000.00', raise: null });
    await set(member, 'sell', '5000.00');
    const { raise } = (await limitOf(member, 'sell')) ?? {};
    expect(raise).toMatchObject({ to: '5000.00' });
    // The same once more, as after a lost answer: it neither begins anew nor is told twice.
    await set(member, 'sell', '5000.00');
    expect((await limitOf(member, 'sell'))?.raise).toEqual(raise);
    expect(await limitOf(member, 'sell')).toMatchObject({ ownMax: '2000.00' });
    const { items } = await member.call('/member/notification/list', {});
    expect(new Set(items.slice(0, 2).map(({ type }) => type))).toEqual(
      new Set(['limitRaised', 'limitLowered']),
    );
    const told = await postedTo({ db: server.database.db, secrets: server.secrets }, mobile);
    expect(told.filter(({ text }) => text.includes('每日交易上限將在 24 小時後提高'))).toHaveLength(1);
    await later(member, 23.9);
    expect(await limitOf(member, 'sell')).toMatchObject({ ownMax: '2000.00' });
    await later(member, 0.2);
    expect(await limitOf(member, 'sell')).toMatchObject({ ownMax: '5000.00', raise: null });
  });

  it('loses a raise that waits when it is set again, and what nothing changes is refused', async () => {
    const member = await server.member();
    await set(member, 'buy', '2000.00');
    expect(await member.refuse('/member/limits/set', { coin: 'TWD', side: 'buy', max: '2000.00' })).toBe(
      'NOTHING_CHANGES',
    );
    await set(member, 'buy', 'level');
    expect(await limitOf(member, 'buy')).toMatchObject({ ownMax: '2000.00', raise: { to: null } });
    await set(member, 'buy', '2000.00');
    expect(await limitOf(member, 'buy')).toMatchObject({ ownMax: '2000.00', raise: null });
    expect(await member.refuse('/member/limits/set', { coin: 'TWD', side: 'sell', max: 'level' })).toBe(
      'NOTHING_CHANGES',
    );
    expect(await member.refuse('/member/limits/set', { coin: 'TWD', side: 'sell', max: '500000.01' })).toBe(
      'OWN_LIMIT_ABOVE_LEVEL',
    );
  });

  it('is set with the transaction secret and by nothing less', async () => {
    const member = await server.member();
    const wrong = { coin: 'TWD', side: 'buy', max: '100.00' } as const;
    const { outcome } = await member.client.send('/member/limits/set', wrong, {}, { secret: '999999' });
    expect(outcome).toBe('TRANSACTION_SECRET_WRONG');
    expect(await limitOf(member, 'buy')).toMatchObject({ ownMax: null });
  });

  /** What is left after the owner has frozen the account; a session that is signed in anew would see it. */
  async function frozen(member: TestMember) {
    await member.call('/member/security/freeze', {});
    const { rows } = await sql<{ amount: bigint; raised_at: Date | null; restore_until: Date | null }>`
      select amount, raised_at, restore_until from member.own_limit where member_id = ${member.id}`.execute(
      owner,
    );
    return rows;
  }
  const left = (amount: bigint) => [{ amount, raised_at: null, restore_until: null }];

  it('loses raises of the last days when the account is frozen, also one that has begun', async () => {
    const member = await server.member();
    await set(member, 'buy', '2000.00');
    await set(member, 'buy', '9000.00');
    await later(member, 30);
    expect(await frozen(member)).toEqual(left(200_000n));
  });

  it('loses a raise also when it was lowered a little after it had begun, or raised once more', async () => {
    const [lowered, twice] = [await server.member(), await server.member()];
    for (const member of [lowered, twice]) {
      await set(member, 'buy', '2000.00');
      await set(member, 'buy', '400000.00');
      await later(member, 25);
    }
    await set(lowered, 'buy', '399999.00');
    await set(twice, 'buy', 'level');
    expect(await limitOf(lowered, 'buy')).toMatchObject({ ownMax: '399999.00' });
    await later(lowered, 5);
    // Past the 72 hours of the first raise, and not of the second.
    await later(twice, 50);
    expect(await limitOf(twice, 'buy')).toMatchObject({ ownMax: null });
    expect(await frozen(lowered)).toEqual(left(200_000n));
    expect(await frozen(twice)).toEqual(left(200_000n));
  });

  it('stays what its owner has lowered it to since, and keeps a raise of long ago', async () => {
    const [lower, old] = [await server.member(), await server.member()];
    for (const member of [lower, old]) {
      await set(member, 'buy', '2000.00');
      await set(member, 'buy', '9000.00');
    }
    await set(lower, 'buy', '500.00');
    await later(old, 73);
    await set(old, 'buy', '8000.00');
    expect(await frozen(lower)).toEqual(left(50_000n));
    expect(await frozen(old)).toMatchObject([{ amount: 800_000n, raised_at: null }]);
  });
});
