import { reconcile } from '@holdfast/ledger';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { replayFaults } from '#testing/replay.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { balanceOf, lockedOrder, paidInput } from '#testing/traders.ts';

/** The split that both sides agree on while operators have the case (T30.agreed, features I10). */
const server = await testServer();
const { database } = server;
const { owner } = database;

afterEach(() => database.setClock('0'));

/** An order of 500.00 whose payer has appealed. */
async function appealed() {
  const { seller, buyer, order } = await lockedOrder(server, '500.00');
  const { orderId } = order;
  const { order: paid } = await buyer.call('/order/paid', paidInput(order));
  await database.setClock('6 minutes');
  const { order: seen } = await buyer.call('/order/detail', { orderId });
  await buyer.call('/order/appeal', {
    orderId,
    version: String(seen.version),
    reason: 'not-released',
    text: 'x',
  });
  expect(paid.splitOffer).toBeNull();
  return { seller, buyer, orderId };
}

const orderOf = async (by: TestMember, orderId: string) =>
  (await by.call('/order/detail', { orderId })).order;
const input = async (by: TestMember, orderId: string) => ({
  orderId,
  version: String((await orderOf(by, orderId)).version),
});
const split = async (by: TestMember, orderId: string, payerPart: string) =>
  (await by.call('/order/split', { ...(await input(by, orderId)), payerPart })).order;
const actions = async (by: TestMember, orderId: string) =>
  (await orderOf(by, orderId)).allowedActions
    .filter(({ action, open }) => open && action.includes('split'))
    .map(({ action }) => action);
const splitNotices = async (by: TestMember, orderId: string) =>
  (await by.call('/member/notification/list', {})).items
    .filter(({ type, extra }) => type === 'orderSplit' && extra.orderId === orderId)
    .map(({ extra }) => extra.stage);

async function isWhole() {
  expect(await reconcile(database.db)).toEqual([]);
  expect(await replayFaults(owner)).toEqual([]);
}

describe('a split that is offered', () => {
  it('shows both rooms whose turn it is, tells the other side, and ends the order by the same words', async () => {
    const { seller, buyer, orderId } = await appealed();
    const offered = await split(buyer, orderId, '200.00');
    expect(offered).toMatchObject({
      state: 'STUCK_CASE',
      splitOffer: { by: 'you', payerPart: '200.00', payerGets: '199.80', payeeGets: '300.00' },
    });
    expect((await orderOf(seller, orderId)).splitOffer).toMatchObject({ by: 'counterparty' });
    expect(await actions(buyer, orderId)).toEqual(['offer-split', 'decline-split']);
    expect(await actions(seller, orderId)).toEqual(['split', 'offer-split', 'decline-split']);
    expect(await splitNotices(seller, orderId)).toEqual(['offered']);
    expect(await splitNotices(buyer, orderId)).toEqual([]);
    await isWhole();
    const shared = { fee: '0.20', receives: '199.80', returned: '300.00' };
    expect(await split(seller, orderId, '200.00')).toMatchObject({
      state: 'FINISHED',
      splitOffer: null,
      ...shared,
    });
    expect(await orderOf(buyer, orderId)).toMatchObject({ quantity: '500.00', ...shared });
    for (const member of [buyer, seller]) {
      const { items } = await member.call('/member/notification/list', {});
      expect(items.findLast(({ type }) => type === 'orderFinish')?.extra).toMatchObject({
        orderId,
        resolution: 'split',
      });
    }
    expect(await balanceOf(buyer)).toMatchObject({ onHold: '199.80' });
    expect(await balanceOf(seller)).toMatchObject({ available: '300.00', inOrder: '0.00' });
    const { rows } = await sql`
      select o.resolution, o.fault, o.settled_quantity::text as part, f.outcome, f.closed_by as by
      from orders.orders o join orders.case_file f on f.order_id = o.id where o.id = ${orderId}`.execute(
      owner,
    );
    expect(rows).toEqual([{ resolution: 'parties', fault: null, part: '20000', outcome: 'split', by: null }]);
    await isWhole();
  });

  it('is answered by another sum with a new offer, never with an agreement', async () => {
    const { seller, buyer, orderId } = await appealed();
    await split(seller, orderId, '100.00');
    expect(await split(buyer, orderId, '250.00')).toMatchObject({
      state: 'STUCK_CASE',
      splitOffer: { by: 'you', payerPart: '250.00' },
    });
    // Said twice by the same side it is no agreement either.
    expect(await split(buyer, orderId, '250.00')).toMatchObject({ state: 'STUCK_CASE' });
    expect(await split(seller, orderId, '250.00')).toMatchObject({ state: 'FINISHED' });
    await isWhole();
  });

  it('is not agreed to by whoever has seen an older one', async () => {
    const { seller, buyer, orderId } = await appealed();
    await split(buyer, orderId, '200.00');
    const seen = await input(seller, orderId);
    await split(buyer, orderId, '400.00');
    expect(await seller.refuse('/order/split', { ...seen, payerPart: '200.00' })).toBe('ORDER_STATE_CHANGED');
    expect(await seller.refuse('/order/split', { ...seen, payerPart: '400.00' })).toBe('ORDER_STATE_CHANGED');
  });

  it('is declined by the other side, or taken back, without a word about the order', async () => {
    const { seller, buyer, orderId } = await appealed();
    await split(buyer, orderId, '200.00');
    const declined = await seller.call('/order/decline-split', await input(seller, orderId));
    expect(declined.order).toMatchObject({ state: 'STUCK_CASE', splitOffer: null });
    expect(await splitNotices(buyer, orderId)).toEqual(['declined']);
    expect(await actions(seller, orderId)).toEqual(['offer-split']);
    expect(await seller.refuse('/order/decline-split', await input(seller, orderId))).toBe(
      'ORDER_ACTION_NOT_ALLOWED',
    );
    await split(seller, orderId, '50.00');
    await seller.call('/order/decline-split', await input(seller, orderId));
    expect((await orderOf(buyer, orderId)).splitOffer).toBeNull();
    await isWhole();
  });

  it('lapses after a day: the same words are an offer again', async () => {
    const { seller, buyer, orderId } = await appealed();
    await split(buyer, orderId, '200.00');
    await sql`update orders.orders set split_at = split_at - interval '24 hours' where id = ${orderId}`.execute(
      owner,
    );
    expect((await orderOf(seller, orderId)).splitOffer).toBeNull();
    expect(await actions(seller, orderId)).toEqual(['offer-split']);
    expect(await split(seller, orderId, '200.00')).toMatchObject({ state: 'STUCK_CASE' });
  });

  it('leaves something for each side, and is made in a case alone', async () => {
    const { seller, buyer, orderId } = await appealed();
    for (const payerPart of ['0.00', '500.00', '500.01', '1.001', '0.01'])
      expect(await buyer.refuse('/order/split', { ...(await input(buyer, orderId)), payerPart })).toBe(
        'PARAMETERS_INVALID',
      );
    const { order, buyer: other } = await lockedOrder(server, '500.00');
    const early = { orderId: order.orderId, version: '1', payerPart: '100.00' };
    expect(await other.refuse('/order/split', early)).toBe('ORDER_ACTION_NOT_ALLOWED');
    expect(await seller.refuse('/order/split', early)).toBe('ORDER_NOT_FOUND');
  });

  it('is as well proven as a release: the secret of either side, and in a cool-down a code of the payee alone', async () => {
    const { seller, buyer, orderId } = await appealed();
    const asked = { ...(await input(buyer, orderId)), payerPart: '100.00' };
    expect(await buyer.refuse('/order/split', asked, { secret: '111111' })).toBe('TRANSACTION_SECRET_WRONG');
    for (const member of [seller, buyer])
      await sql`insert into member.cool_down (member_id, cause, ends_at)
                values (${member.id}, 'password', platform.app_now() + interval '1 day')`.execute(owner);
    await split(buyer, orderId, '100.00');
    const agreed = { ...(await input(seller, orderId)), payerPart: '100.00' };
    expect(await seller.refuse('/order/split', agreed)).toBe('RELEASE_CODE_REQUIRED');
    expect(await orderOf(seller, orderId)).toMatchObject({ state: 'STUCK_CASE' });
  });
});
