import { TRANSITIONS } from '@holdfast/contract/orders';
import { settingsAt } from '@holdfast/contract/settings';
import { defined, minor, toListingId, toMemberId, toOrderId } from '@holdfast/kernel';
import { post, publish, reconcile } from '@holdfast/ledger';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { endMaintenance, setMaintenance, settleDowntimes } from '#platform/maintenance/downtime.store.ts';
import { releaseDueHolds } from '#platform/money/release-holds.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { balanceOf, lockedOrder as lockedOrderOn, sellerWithListing } from '#testing/traders.ts';
import { applyTransition, type Step } from './apply-transition.ts';
import { selectOrderForUpdate } from './order.store.ts';

/** The coin of a new member's trade is held for a day: it is the member's, and cannot leave yet. */

const server = await testServer();
const { db, owner } = server.database;
const settings = settingsAt([], new Date(0));
const twd = (value: bigint) => minor('TWD', value);
const lockedOrder = (quantity?: string) => lockedOrderOn(server, quantity);

const failOn = (error: unknown) => {
  throw error;
};

async function apply(orderId: string, id: string, more: Partial<Step> = {}) {
  const transition = defined(
    TRANSITIONS.find((each) => each.id === id),
    id,
  );
  await inTransaction(db, async (tx) => {
    const order = defined(await selectOrderForUpdate(tx, toOrderId(orderId)), 'the order');
    const step: Step = { transition, settings, actor: 'operator', actorId: null, ...more };
    defined(await applyTransition(tx, order, step), 'nobody else has changed it');
  });
}

describe('what a payer gets', () => {
  const inbox = async (member: TestMember) =>
    (await member.call('/member/notification/list', {})).items.find(({ type }) => type === 'orderFinish');

  it.each([
    ['T28', { detail: { reason: 'payment-proven', proofIds: [] } }, '499.50'],
    ['T30', { parts: { payer: twd(20_000n), payee: twd(30_000n) } }, '199.80'],
  ] as const)(
    'by %s is held until the end of the next day in Taipei, and then it is free',
    async (id, more, gets) => {
      const { buyer, order } = await lockedOrder('500.00');
      await apply(order.orderId, 'T32', { actor: 'system', detail: { reason: 'posting-failed' } });
      await apply(order.orderId, id, more);
      expect(await balanceOf(buyer)).toMatchObject({ available: '0.00', onHold: gets, total: gets });
      const { rows } = await sql<{ until: Date; left: number }>`
        select until, floor(extract(epoch from until - platform.app_now()))::int - 60 as left from (
          select ((ended_at at time zone 'Asia/Taipei')::date + 2)::timestamp at time zone 'Asia/Taipei' as until
          from orders.orders where id = ${order.orderId}) it`.execute(owner);
      const { until, left } = defined(rows[0], 'a time');
      expect((await inbox(buyer))?.extra).toMatchObject({ holdUntil: until.toISOString() });
      const { items } = await buyer.call('/wallet/holds', { coin: 'TWD' });
      expect(items).toMatchObject([{ orderId: order.orderId, quantity: gets, until: until.toISOString() }]);
      expect(await reconcile(db)).toEqual([]);
      const release = () => releaseDueHolds(db, failOn);
      await server.database.setClock(`${left} seconds`);
      expect(await release()).toBe(0);
      await server.database.setClock(`${left + 120} seconds`);
      await setMaintenance(owner, { from: new Date(0), until: new Date('2031-01-01T00:00:00Z') });
      expect(await release()).toBe(0);
      await endMaintenance(owner);
      await settleDowntimes(owner, () => Promise.resolve());
      await sql`delete from platform.downtime`.execute(owner); // the next order is held until the same moment
      expect((await Promise.all([release(), release(), release()])).toSorted()).toEqual([0, 0, 1]);
      await server.database.setClock('0');
      expect(await balanceOf(buyer)).toMatchObject({ available: gets, onHold: '0.00', total: gets });
      expect((await buyer.call('/wallet/holds', { coin: 'TWD' })).items).toEqual([]);
      expect(await reconcile(db)).toEqual([]);
    },
  );

  it('is free at once from the level on that the setting names, and where it is nothing', async () => {
    const trusted = await lockedOrder('500.00');
    await sql`update member.member set level = 2 where id = ${trusted.buyer.id}`.execute(owner);
    await apply(trusted.order.orderId, 'T22', { actor: 'payee' });
    expect(await balanceOf(trusted.buyer)).toMatchObject({ available: '499.50', onHold: '0.00' });
    expect((await inbox(trusted.buyer))?.extra).not.toHaveProperty('holdUntil');

    const nothing = await lockedOrder('500.00');
    await apply(nothing.order.orderId, 'T32', { actor: 'system', detail: { reason: 'posting-failed' } });
    await apply(nothing.order.orderId, 'T30', { parts: { payer: twd(1n), payee: twd(49_999n) } });
    expect(await balanceOf(nothing.buyer)).toMatchObject({ total: '0.00', onHold: '0.00' });
    expect((await inbox(nothing.buyer))?.extra).not.toHaveProperty('holdUntil');
    expect(await reconcile(db)).toEqual([]);
  });

  it('is told to its payer alone, by the order and by the wallet', async () => {
    const { seller, listing } = await sellerWithListing(server, { quantity: '300.00' });
    const buyer = await server.member();
    const ids: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { order } = await buyer.call('/order/lock', {
        listingId: listing.id,
        version: '1',
        quantity: '100.00',
      });
      await apply(order.orderId, 'T22', { actor: 'payee' });
      ids.push(order.orderId);
    }
    const orderId = defined(ids[0], 'an order');
    const { order } = await buyer.call('/order/detail', { orderId });
    expect(Date.parse(defined(order.heldUntil ?? undefined, 'held'))).toBeGreaterThan(Date.now());
    expect((await seller.call('/order/detail', { orderId })).order.heldUntil).toBeNull();
    const held = await buyer.call('/wallet/holds', { coin: 'TWD' });
    expect(held.items.map((item) => item.orderId)).toEqual(ids);
    expect((await buyer.call('/wallet/holds', { coin: 'USDT' })).items).toEqual([]);
    expect((await seller.call('/wallet/holds', { coin: 'TWD' })).items).toEqual([]);
  });

  it('is tried again later when it cannot be freed, and blocks nobody', async () => {
    const heldOrder = async () => {
      const { buyer, order } = await lockedOrder('100.00');
      await apply(order.orderId, 'T22', { actor: 'payee' });
      return { buyer, order };
    };
    const [stuck, other] = [await heldOrder(), await heldOrder()];
    // Its release is posted already, with another content.
    const reference = `order:${stuck.order.orderId}:hold-end:2`;
    const taken = publish({
      listing: toListingId('9'),
      version: 1,
      owner: toMemberId(other.buyer.id),
      coin: 'TWD',
      quantity: twd(1n),
    });
    await server.issueTo(other.buyer, 'TWD', '1.00');
    await post(db, { ...taken, reference });
    await server.database.setClock('3 days');
    const failed: string[] = [];
    await releaseDueHolds(db, (_, lot) => failed.push(lot.order));
    expect(failed).toEqual([stuck.order.orderId]);
    expect(await releaseDueHolds(db, failOn)).toBe(0);
    await server.database.setClock('0');
    expect(await balanceOf(other.buyer)).toMatchObject({ onHold: '0.00' });
    expect(await balanceOf(stuck.buyer)).toMatchObject({ onHold: '99.90' });
  });
});
