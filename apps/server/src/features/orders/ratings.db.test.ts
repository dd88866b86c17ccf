import type { CallInput } from '@holdfast/contract/calls';
import { RATING_MS, type RatingTag } from '@holdfast/contract/orders';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput } from '#testing/traders.ts';

const server = await testServer();
const { owner } = server.database;

type Said = Omit<CallInput<'/order/rate'>, 'orderId'>;
const PRAISE: Said = { stars: '5', recommends: '1', tags: ['fast', 'clear'] };
const BLAME: Said = { stars: '2', recommends: '0', tags: ['slow'] };
const shown = ({ recommends, ...said }: Said) => ({ ...said, recommends: recommends === '1' });

async function finishedOrder() {
  const { seller, buyer, order } = await lockedOrder(server);
  const { orderId } = order;
  await buyer.call('/order/paid', paidInput(order));
  await seller.call('/order/release', { orderId, version: '2' });
  return { seller, buyer, orderId };
}

const uidOf = async (member: TestMember) => {
  const { rows } = await sql<{ uid: string }>`select uid from member.member where id = ${member.id}`.execute(
    owner,
  );
  return rows[0]?.uid ?? '';
};
const ratingOf = async (reader: TestMember, of: TestMember) =>
  (await reader.call('/member/trade-record', { uid: await uidOf(of) })).rating;

describe('a finished order', () => {
  it('is rated once by each side; neither reads the other before both have', async () => {
    const { seller, buyer, orderId } = await finishedOrder();
    expect(await buyer.call('/order/rating', { orderId })).toMatchObject({
      until: expect.any(String),
      given: null,
    });
    const first = await buyer.call('/order/rate', { orderId, ...PRAISE });
    expect(first).toMatchObject({
      until: null,
      given: shown(PRAISE),
      received: null,
      hiddenUntil: expect.any(String),
    });
    expect(await seller.call('/order/rating', { orderId })).toMatchObject({ given: null, received: null });
    expect((await seller.call('/member/ratings', {})).items).toEqual([]);
    expect(await buyer.refuse('/order/rate', { orderId, ...BLAME })).toBe('RATING_GIVEN');

    const second = await seller.call('/order/rate', { orderId, ...BLAME });
    expect(second).toMatchObject({ given: shown(BLAME), received: shown(PRAISE), hiddenUntil: null });
    expect(await buyer.call('/order/rating', { orderId })).toMatchObject({
      received: shown(BLAME),
      hiddenUntil: null,
    });
    expect((await seller.call('/member/ratings', {})).items).toMatchObject([shown(PRAISE)]);
  });

  it('is rated for a day; then whatever one side has said is shown', async () => {
    const { seller, buyer, orderId } = await finishedOrder();
    await buyer.call('/order/rate', { orderId, ...BLAME });
    const day = sql`make_interval(secs => ${RATING_MS / 1000}::int)`;
    await sql`update orders.orders set ended_at = ended_at - ${day} where id = ${orderId}`.execute(owner);
    await sql`update orders.rating set shown_from = shown_from - ${day} where order_id = ${orderId}`.execute(
      owner,
    );
    expect(await seller.call('/order/rating', { orderId })).toMatchObject({
      until: null,
      given: null,
      received: shown(BLAME),
    });
    expect((await seller.call('/member/ratings', {})).items).toMatchObject([shown(BLAME)]);
    expect(await seller.refuse('/order/rate', { orderId, ...PRAISE })).toBe('RATING_CLOSED');
  });

  it('shows both to both when they rate at the same moment, and takes one of two of the same side', async () => {
    const { seller, buyer, orderId } = await finishedOrder();
    const [own, again, other] = await Promise.all([
      buyer.send('/order/rate', { orderId, ...PRAISE }),
      buyer.send('/order/rate', { orderId, ...BLAME }),
      seller.send('/order/rate', { orderId, ...PRAISE }),
    ]);
    expect([own.outcome, again.outcome].toSorted()).toEqual(['RATING_GIVEN', 'SUCCESS']);
    expect(other.outcome).toBe('SUCCESS');
    for (const member of [seller, buyer])
      expect(await member.call('/order/rating', { orderId })).toMatchObject({
        received: expect.anything(),
        hiddenUntil: null,
      });
  });

  it('is nobody’s to rate who has no part in it, and takes no word that contradicts its stars', async () => {
    const { buyer, orderId } = await finishedOrder();
    const stranger = await server.member();
    expect(await stranger.refuse('/order/rate', { orderId, ...PRAISE })).toBe('ORDER_NOT_FOUND');
    expect(await stranger.refuse('/order/rating', { orderId })).toBe('ORDER_NOT_FOUND');
    const wrong: RatingTag[][] = [['slow'], ['fast', 'fast']];
    for (const tags of wrong)
      expect(await buyer.refuse('/order/rate', { orderId, ...PRAISE, tags })).toBe('PARAMETERS_INVALID');
  });
});

describe('an order that nobody rates', () => {
  it('is one that runs, and one that an operator has decided', async () => {
    const { buyer, order } = await lockedOrder(server);
    const { orderId } = order;
    expect(await buyer.refuse('/order/rate', { orderId, ...PRAISE })).toBe('RATING_CLOSED');
    expect(await buyer.call('/order/rating', { orderId })).toMatchObject({ until: null });
    const decided = await finishedOrder();
    await sql`update orders.orders set resolution = 'operator' where id = ${decided.orderId}`.execute(owner);
    expect(await decided.seller.refuse('/order/rate', { orderId: decided.orderId, ...BLAME })).toBe(
      'RATING_CLOSED',
    );
  });
});

describe('the average', () => {
  it('is told from the fifth shown rating on, of the newest hundred', async () => {
    const { seller, buyer, orderId } = await finishedOrder();
    const add = async (count: number, { stars, isShown }: { stars: number; isShown: boolean }) => {
      // Of orders that are not there: only the rows are read.
      await sql`alter table orders.rating drop constraint if exists rating_order_id_fkey`.execute(owner);
      await sql`
        insert into orders.rating (order_id, role, rater_id, rated_id, stars, recommends, tags, shown_from)
        select (select coalesce(max(order_id), 0) from orders.rating) + 1000000 + n, 'payer', ${buyer.id}, ${seller.id}, ${stars}, true, '{}',
          platform.app_now() + make_interval(hours => ${isShown ? 0 : 1}::int)
        from generate_series(1, ${count}::int) n`.execute(owner);
    };
    await buyer.call('/order/rate', { orderId, ...BLAME });
    await seller.call('/order/rate', { orderId, ...PRAISE });
    await add(3, { stars: 5, isShown: true });
    await add(4, { stars: 1, isShown: false });
    expect(await ratingOf(buyer, seller)).toBeNull();
    await add(1, { stars: 5, isShown: true });
    expect(await ratingOf(buyer, seller)).toEqual({ average: '4.4', count: 5, recommendPercent: 80 });
    await add(100, { stars: 5, isShown: true });
    expect(await ratingOf(buyer, seller)).toEqual({ average: '5.0', count: 100, recommendPercent: 100 });
  });
});
