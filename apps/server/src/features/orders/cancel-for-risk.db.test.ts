import type { CallPath } from '@holdfast/contract/calls';
import { reconcile } from '@holdfast/ledger';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { replayFaults } from '#testing/replay.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput, sellerWithListing } from '#testing/traders.ts';
import { cancelForRisk } from './cancel-for-risk.ts';

/** What a member leaves open whom two operators no longer let sign in. */

const server = await testServer();
const { database } = server;

async function forbid(member: TestMember): Promise<void> {
  const [asker, other] = [await server.operator('risk'), await server.operator('risk')];
  const path: CallPath = '/api/v1/members/set-member-permissions/{account}';
  const asked = await asker.send<{ requestId: string }>(
    path,
    { login: 'forbidden', role: 'member', reason: 'reported by the bank' },
    { account: member.account },
  );
  const decided = await other.send('/operator/request/decide', {
    id: asked.data.requestId,
    verdict: 'approved',
    note: '',
  });
  expect(decided.outcome).toBe('SUCCESS');
}

const orderOf = async (member: TestMember, orderId: string) =>
  (await member.call('/order/detail', { orderId })).order;

async function newestNotice(member: TestMember, orderId: string) {
  const { items } = await member.call('/member/notification/list', {});
  const own = items.filter(({ extra }) => extra.orderId === orderId);
  return own.at(-1);
}

const queued = async () =>
  (await sql<{ member: string }>`select member_id as member from orders.risk_cancel`.execute(database.owner))
    .rows;

describe('a member whom operators no longer let sign in', () => {
  it('loses the orders that nobody has paid, without fault for anybody, and both sides are told', async () => {
    const { seller, buyer, order, listing } = await lockedOrder(server, '100.00');
    await forbid(seller);
    expect(await cancelForRisk(database.db)).toBe(2);
    const ended = await orderOf(buyer, order.orderId);
    expect(ended).toMatchObject({ state: 'FORCE_CANCELLED' });
    expect(ended.timeline.at(-1)).toMatchObject({ event: 'force-cancel', by: 'system' });
    const { rows } = await sql<{ fault: string; resolution: string; available: string }>`
      select fault, resolution, (select balance from ledger.account where member_id = payee_id and kind = 'available')::text as available
      from orders.orders where id = ${order.orderId}`.execute(database.owner);
    expect(rows).toEqual([{ fault: 'none', resolution: 'risk', available: '10000' }]);
    expect((await buyer.call('/member/restrictions', {})).cancels).toMatchObject({ used: 0 });
    expect(await newestNotice(buyer, order.orderId)).toMatchObject({
      type: 'orderForceCancel',
      extra: { resolution: 'risk', reason: 'safety' }, // not why: that is nobody else's business
    });
    const late = await server.member();
    const input = { listingId: listing.id, version: '1', quantity: '100.00' };
    expect(await late.refuse('/order/lock', input)).toBe('LISTING_NOT_OPEN');
    expect(await queued()).toEqual([]);
    expect(await replayFaults(database.owner)).toEqual([]);
    expect(await reconcile(database.owner)).toEqual([]);
  });

  it('keeps an order that has been paid: it goes its way to the operators', async () => {
    const { seller, buyer, order } = await lockedOrder(server, '100.00');
    await buyer.call('/order/paid', paidInput(order));
    await forbid(seller);
    await cancelForRisk(database.db);
    expect((await orderOf(buyer, order.orderId)).state).toBe('PAID');
  });

  it('loses what they buy as well, and the seller has the coin back in the listing', async () => {
    const { seller, buyer, order } = await lockedOrder(server, '100.00');
    await forbid(buyer);
    expect(await cancelForRisk(database.db)).toBe(1);
    expect((await orderOf(seller, order.orderId)).state).toBe('FORCE_CANCELLED');
    expect((await seller.call('/listing/mine', { scope: 'live' })).items[0]).toMatchObject({
      state: 'OPEN',
      remaining: '100.00',
    });
  });

  it('is done once by many workers, and a failure waits without blocking the others', async () => {
    const [first, second] = [await sellerWithListing(server), await sellerWithListing(server)];
    await forbid(first.seller);
    await forbid(second.seller);
    await sql`
      create function orders.refuse_first() returns trigger language plpgsql as $$
      begin
        if new.owner_id = ${sql.lit(Number(first.seller.id))} then raise exception 'broken'; end if;
        return new;
      end $$`.execute(database.owner);
    await sql`create trigger refuse_first before update on orders.listing for each row execute function orders.refuse_first()`.execute(
      database.owner,
    );
    const failed: string[] = [];
    const onFailure = ({ memberId }: { memberId: string }) => failed.push(memberId);
    const counts = await Promise.all(
      Array.from({ length: 4 }, () => cancelForRisk(database.db, { onFailure })),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    // Another worker may have met it before it was put off.
    expect([...new Set(failed)]).toEqual([first.seller.id]);
    await sql`drop trigger refuse_first on orders.listing`.execute(database.owner);
    expect(await cancelForRisk(database.db)).toBe(0);
    await database.setClock('61 seconds');
    expect(await cancelForRisk(database.db)).toBe(1);
    expect(await queued()).toEqual([]);
    await database.setClock('0');
  });
});
