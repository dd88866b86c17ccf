import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput } from '#testing/traders.ts';

/** What members are told of each other's trading. */

const server = await testServer();
const { owner } = server.database;

type Member = Awaited<ReturnType<typeof server.member>>;
const uidOf = async (member: Member) => {
  const { rows } = await sql<{ uid: string }>`select uid from member.member where id = ${member.id}`.execute(
    owner,
  );
  return rows[0]?.uid ?? '';
};

describe('the trade record of another member', () => {
  type Trade = Awaited<ReturnType<typeof lockedOrder>>;
  const recordOf = async (reader: Member, other: Member) =>
    reader.call('/member/trade-record', { uid: await uidOf(other) });
  async function finish({ seller, buyer, order }: Trade) {
    await buyer.call('/order/paid', paidInput(order));
    await seller.call('/order/release', { orderId: order.orderId, version: '2' });
  }

  it('counts what the two have finished for both sides, and tells no share or time of so few', async () => {
    const trade = await lockedOrder(server);
    const { seller, buyer } = trade;
    const before = { finished: 0, finishedLately: 0, volume: null, partners: 0, tradedWithYou: 0 };
    expect(await recordOf(buyer, seller)).toMatchObject(before);
    await finish(trade);
    const after = { finished: 1, finishedLately: 1, partners: 1, tradedWithYou: 1, days: 0 };
    const untold = { completionPercent: null, releaseSeconds: null, paySeconds: null };
    expect(await recordOf(buyer, seller)).toMatchObject({ ...after, ...untold });
    expect(await recordOf(seller, buyer)).toMatchObject({ ...after, ...untold });
    expect((await recordOf(buyer, seller)).volume).not.toBeNull();
    const stranger = await server.member();
    expect(await recordOf(stranger, seller)).toMatchObject({ ...after, tradedWithYou: 0 });
    expect(await stranger.refuse('/member/trade-record', { uid: '9999999999' })).toBe('MEMBER_NOT_FOUND');
  });

  it('tells the median time to pay of the payer and to release of the payee, from the fifth order on', async () => {
    const trade = await lockedOrder(server);
    const { seller, buyer } = trade;
    await finish(trade);
    await sql`update orders.trader set finished = 5, ended = 5 where member_id in (${seller.id}, ${buyer.id})`.execute(
      owner,
    );
    expect(await recordOf(buyer, seller)).toMatchObject({
      completionPercent: '100.0',
      releaseSeconds: expect.any(Number),
      paySeconds: null,
    });
    expect(await recordOf(seller, buyer)).toMatchObject({
      releaseSeconds: null,
      paySeconds: expect.any(Number),
    });
  });

  it('counts the last 30 days, and forgets a day that nobody reads any more', async () => {
    const trade = await lockedOrder(server);
    const { seller, buyer } = trade;
    await sql`
      insert into orders.trader_day (member_id, day, finished, pay_twd)
      select ${seller.id}, (platform.app_now() at time zone 'Asia/Taipei')::date - age, 10, 400000
      from unnest('{29,30,31,32}'::int[]) age`.execute(owner);
    expect(await recordOf(buyer, seller)).toMatchObject({ finishedLately: 10, volume: '100k-1m' });
    await finish(trade);
    expect(await recordOf(buyer, seller)).toMatchObject({ finishedLately: 11 });
    const { rows } = await sql<{ days: number }>`
      select count(*)::int as days from orders.trader_day where member_id = ${seller.id}`.execute(owner);
    expect(rows).toEqual([{ days: 4 }]); // today, and those of 29, 30 and 31 days ago
  });

  it('is the same for somebody whom the member has blocked', async () => {
    const trade = await lockedOrder(server);
    await finish(trade);
    const seen = await recordOf(trade.buyer, trade.seller);
    await trade.seller.call('/member/block/set', { uid: await uidOf(trade.buyer), blocked: '1' });
    expect(await recordOf(trade.buyer, trade.seller)).toEqual(seen);
  });
});
