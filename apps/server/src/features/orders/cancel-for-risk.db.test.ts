import type { CallPath } from '@holdfast/contract/calls';
import { reconcile } from '@holdfast/ledger';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { replayFaults } from '#testing/replay.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput, sellerWithListing } from '#testing/traders.ts';
import { cancelForRisk } from './cancel-for-risk.ts';
import { endRiskCancel } from './risk-cancel.store.ts';

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

afterEach(async () => {
  await suspendAgain();
  await sql`delete from orders.risk_cancel`.execute(database.owner);
  await database.setClock('0');
});

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
    await refuseSuspending(first.listing.id);
    const failed: unknown[] = [];
    const counts = await Promise.all(
      Array.from({ length: 4 }, () =>
        cancelForRisk(database.db, { onFailure: ({ item }) => failed.push(item) }),
      ),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    // Another worker may have met it before it was put off: that is one try, told once.
    expect(failed).toEqual([{ kind: 'listing', id: first.listing.id, tries: 1 }]);
    await suspendAgain();
    expect(await cancelForRisk(database.db)).toBe(0);
    await database.setClock('6 seconds');
    expect(await cancelForRisk(database.db)).toBe(1);
    expect(await queued()).toEqual([]);
  });
});

/** Makes the end of a listing fail by a fault. */
async function refuseSuspending(listingId: string): Promise<void> {
  await sql
    .raw(
      `create or replace function orders.planted() returns trigger language plpgsql as $$
       begin if new.id = ${listingId} and new.state = 'SUSPENDED' then raise exception 'planted'; end if; return new; end $$`,
    )
    .execute(database.owner);
  await sql`create trigger planted before update on orders.listing for each row execute function orders.planted()`.execute(
    database.owner,
  );
}

const suspendAgain = () => sql`drop trigger if exists planted on orders.listing`.execute(database.owner);

/** Takes the coin out of an order's escrow behind the ledger's back, or puts it back: a posting that returns it is refused meanwhile. */
const bookEscrow = (orderId: string, balance: number) =>
  sql`update ledger.account set balance = ${balance} where key = ${`order/${orderId}/order_escrow/TWD/0`}`.execute(
    database.owner,
  );

/** A member with two listings, an order of somebody else on each, and one of their own on a stranger's. */
async function busyMember() {
  const { seller, listing } = await sellerWithListing(server, { quantity: '300.00' });
  await server.issueTo(seller, 'TWD', '300.00');
  const { listing: other } = await seller.call('/listing/create', {
    coin: 'TWD',
    quantity: '300.00',
    price: '1.0000',
    minQuantity: '100.00',
    maxQuantity: '300.00',
    payWindowMinutes: '15',
    cardIds: listing.cardIds,
  });
  const { listing: stranger } = await sellerWithListing(server, { quantity: '300.00' });
  const lockOf = async (buyer: TestMember, { id }: { id: string }) =>
    (await buyer.call('/order/lock', { listingId: id, version: '1', quantity: '100.00' })).order.orderId;
  return {
    member: seller,
    listings: [listing.id, other.id] as const,
    orders: [
      await lockOf(await server.member(), listing),
      await lockOf(await server.member(), other),
      await lockOf(seller, stranger),
    ] as const,
  };
}

/** What of these has not ended. */
async function openOf({ listings, orders }: Awaited<ReturnType<typeof busyMember>>) {
  const { rows } = await sql<{ id: string }>`
    select 'listing ' || id as id from orders.listing where id = any(${listings}::bigint[]) and ended_at is null
    union all
    select 'order ' || id from orders.orders where id = any(${orders}::bigint[]) and ended_at is null
    order by id`.execute(database.owner);
  return rows.map(({ id }) => id);
}

const failures = () => {
  const failed: string[] = [];
  const onFailure = ({ item }: { item?: { kind: string; id: string; tries: number } }) =>
    failed.push(item ? `${item.kind} ${item.id}: ${item.tries}` : 'unknown');
  return { failed, onFailure };
};

describe('what cannot be ended of such a member', () => {
  it('waits by itself while it is held by somebody else: all the rest ends at once', async () => {
    const busy = await busyMember();
    const [heldListing, heldOrder] = [busy.listings[1], busy.orders[1]];
    await forbid(busy.member);
    const { failed, onFailure } = failures();
    await inTransaction(database.db, async (tx) => {
      await sql`select from orders.listing where id = ${heldListing} for update`.execute(tx);
      await sql`select from orders.orders where id = ${heldOrder} for update`.execute(tx);
      expect(await cancelForRisk(database.db, { onFailure })).toBe(3);
      expect(await openOf(busy)).toEqual([`listing ${heldListing}`, `order ${heldOrder}`]);
    });
    expect(failed).toEqual([]); // a row lock of somebody else is no failure
    await database.setClock('6 seconds');
    expect(await cancelForRisk(database.db)).toBe(2);
    expect(await openOf(busy)).toEqual([]);
    expect(await queued()).toEqual([]);
  });

  it('waits by itself after a fault of its own, longer after each try, and ends once the cause is gone', async () => {
    const busy = await busyMember();
    const [brokenListing, brokenOrder] = [busy.listings[0], busy.orders[1]];
    await forbid(busy.member);
    await refuseSuspending(brokenListing);
    await bookEscrow(brokenOrder, 0);
    const { failed, onFailure } = failures();
    expect(await cancelForRisk(database.db, { onFailure })).toBe(3);
    expect(await openOf(busy)).toEqual([`listing ${brokenListing}`, `order ${brokenOrder}`]);
    expect(failed.splice(0)).toEqual([`listing ${brokenListing}: 1`, `order ${brokenOrder}: 1`]);
    await database.setClock('6 seconds');
    expect(await cancelForRisk(database.db, { onFailure })).toBe(0);
    expect(failed.splice(0)).toEqual([`listing ${brokenListing}: 2`, `order ${brokenOrder}: 2`]);
    await database.setClock('12 seconds');
    expect(await cancelForRisk(database.db, { onFailure })).toBe(0);
    expect(failed).toEqual([]); // the second wait is longer than the first
    await suspendAgain();
    await bookEscrow(brokenOrder, 10_000);
    await database.setClock('22 seconds');
    expect(await cancelForRisk(database.db, { onFailure })).toBe(2);
    expect(await openOf(busy)).toEqual([]);
    expect(await queued()).toEqual([]);
    expect(await reconcile(database.owner)).toEqual([]);
  });

  it('waits less where only an account or a listing beneath it is held: that is no try', async () => {
    const busy = await busyMember();
    await forbid(busy.member);
    const { failed, onFailure } = failures();
    const [, , held] = busy.orders;
    await inTransaction(database.db, async (tx) => {
      await sql`
        select from orders.listing where id = (select listing_id from orders.orders where id = ${held}) for update`.execute(
        tx,
      );
      expect(await cancelForRisk(database.db, { onFailure })).toBe(4);
    });
    expect(failed).toEqual([`order ${held}: 0`]);
    await database.setClock('6 seconds');
    expect(await cancelForRisk(database.db)).toBe(1);
  });

  it('is said to operators once, after the fifth try: an order as a case, a listing in the audit log', async () => {
    const busy = await busyMember();
    const [brokenListing, brokenOrder] = [busy.listings[0], busy.orders[1]];
    await forbid(busy.member);
    await refuseSuspending(brokenListing);
    await bookEscrow(brokenOrder, 0);
    const said = async () =>
      (
        await sql`select action from platform.audit where subject = ${`listing:${brokenListing}`} and actor = 'system'`.execute(
          database.owner,
        )
      ).rows;
    for (const seconds of [0, 6, 25, 90]) {
      await database.setClock(`${seconds} seconds`);
      await cancelForRisk(database.db);
      expect(await said()).toEqual([]);
    }
    await database.setClock('300 seconds');
    await cancelForRisk(database.db);
    expect(await said()).toEqual([{ action: 'listing-not-suspended' }]);
    const { rows } = await sql`
      select state, fault, (select reason from orders.case_file where order_id = orders.id) as reason
      from orders.orders where id = ${brokenOrder}`.execute(database.owner);
    expect(rows).toEqual([{ state: 'STUCK_CASE', fault: 'none', reason: 'cancel-failed' }]);
    // The case is the operators'; the listing is tried further on, and said no more.
    await database.setClock('600 seconds');
    await cancelForRisk(database.db);
    expect(await said()).toHaveLength(1);
    await suspendAgain();
    await database.setClock('900 seconds');
    expect(await cancelForRisk(database.db)).toBe(1);
    expect(await openOf(busy)).toEqual([`order ${brokenOrder}`]);
    expect(await queued()).toEqual([]);
    await bookEscrow(brokenOrder, 10_000);
  });

  it('is not told of, nor waited for, once the member may sign in again', async () => {
    const busy = await busyMember();
    await forbid(busy.member);
    await refuseSuspending(busy.listings[0]);
    await cancelForRisk(database.db);
    await inTransaction(database.db, (tx) => endRiskCancel(tx, busy.member.id));
    const { rows } = await sql`select from orders.risk_cancel_retry`.execute(database.owner);
    expect(rows).toEqual([]);
  });
});
