import type { CallOutput, FileLink } from '@holdfast/contract/calls';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestClient } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, orderWithRemark, paidInput } from '#testing/traders.ts';

/** The room of one order: what it shows, to whom it is masked, and which trace a look leaves (features O4, O16). */
const server = await testServer();
const { owner } = server.database;
const [rui, sam] = [await server.operator('resolver'), await server.operator('support')];

type Detail = CallOutput<'/operator/case/detail/{id}'>;

afterEach(() => server.database.setClock('0'));

/** An order whose payer has appealed after six minutes. */
async function appealed() {
  const { seller, buyer, order } = await lockedOrder(server, '500.00');
  await buyer.call('/order/paid', paidInput(order));
  await server.database.setClock('6 minutes');
  const { orderId } = order;
  const { order: seen } = await buyer.call('/order/detail', { orderId });
  await buyer.call('/order/appeal', {
    orderId,
    version: String(seen.version),
    reason: 'not-released',
    text: 'I have paid and nobody answers',
  });
  return { seller, buyer, orderId };
}

const detail = async (by: TestClient, id: string) =>
  (await by.send<Detail>('/operator/case/detail/{id}', {}, { id })).data;
const reveal = async (by: TestClient, id: string, what: string, reason = 'compare the names') =>
  by.send<{ value: string }>('/operator/case/reveal/{id}', { what, reason }, { id });
const claim = async (by: TestClient, id: string) =>
  (await by.send('/operator/case/claim/{id}', {}, { id })).outcome;

describe('the room of an order', () => {
  it('shows its terms, both sides, its case, its events with details, and its postings', async () => {
    const { seller, buyer, orderId } = await appealed();
    await claim(rui, orderId);
    const room = await detail(rui, orderId);
    expect(room.order).toMatchObject({
      state: 'STUCK_CASE',
      previousState: 'PAID',
      quantity: '500.00',
      listingVersion: 1,
      fault: null,
    });
    expect(room.parties.map(({ role, account, isOwner }) => [role, account, isOwner])).toEqual([
      ['payer', buyer.account, false],
      ['payee', seller.account, true],
    ]);
    expect(room.cases).toMatchObject([
      {
        openedBy: 'payer',
        reason: 'not-released',
        previousState: 'PAID',
        text: 'I have paid and nobody answers',
        closedAt: null,
      },
    ]);
    expect(room.timeline.map(({ event, actor }) => [event, actor])).toEqual([
      ['lock', 'payer'],
      ['paid', 'payer'],
      ['ack-reminder-due', 'system'],
      ['appeal', 'payer'],
    ]);
    expect(room.timeline[3]?.detail).toContainEqual({ name: 'reason', value: 'not-released' });
    expect(room.postings.map(({ owner: who, account, amount }) => [who, account, amount])).toEqual([
      ['payee', 'listing_reserve', '-500.00'],
      ['order', 'order_escrow', '500.00'],
    ]);
  });

  it('is masked, and keeps what members wrote from whoever has not claimed it', async () => {
    const { orderId } = await appealed();
    for (const reader of [rui, sam]) {
      const room = await detail(reader, orderId);
      expect(room.isClear).toBe(false);
      expect(room.cases[0]?.text).toBeNull();
      expect(JSON.stringify(room)).not.toMatch(/林示範|陳試用|nobody answers/);
      expect(room.paid).toMatchObject({ payer: '陳○用', lastFive: '20002' });
    }
  });

  it('shows what the listing said at the lock to who has claimed it, and that it was taken down since', async () => {
    const { listing, order } = await orderWithRemark(server, '五分鐘內放行，只收本人帳戶');
    const { orderId } = order;
    expect((await detail(rui, orderId)).order.remark).toEqual({ text: null, removed: null });
    const reason = { reason: 'a member has called' };
    expect((await rui.send('/operator/case/claim/{id}', reason, { id: orderId })).outcome).toBe('SUCCESS');
    const text = '五分鐘內放行，只收本人帳戶';
    expect((await detail(rui, orderId)).order.remark).toEqual({ text, removed: null });
    const removal = { verdict: 'remove', because: 'misleading', reason: '承諾做不到的時間' } as const;
    const on = { id: listing.remark?.id ?? '' };
    expect((await sam.send('/operator/remark/decide/{id}', removal, on)).outcome).toBe('SUCCESS');
    const { remark } = (await detail(rui, orderId)).order;
    expect(remark).toMatchObject({ text, removed: { because: 'misleading' } });
    const { orderId: silent } = await appealed();
    expect((await detail(rui, silent)).order.remark).toBeNull();
  });

  it('shows a personal value for a reason, to who has claimed the order alone, and audits it', async () => {
    const { orderId } = await appealed();
    expect((await reveal(rui, orderId, 'declared-name')).outcome).toBe('CASE_CLAIM_NEEDED');
    expect((await reveal(sam, orderId, 'declared-name')).outcome).toBe('ROLE_NOT_ALLOWED');
    await claim(rui, orderId);
    expect((await reveal(rui, orderId, 'declared-name')).data.value).toBe('陳試用');
    expect((await reveal(rui, orderId, 'pay-to')).data.value).toMatch(/^822 \d+ 林示範$/);
    const { rows } = await sql<{ detail: object }>`
      select detail from platform.audit where subject = ${`order:${orderId}`} and action = 'order-revealed' order by id`.execute(
      owner,
    );
    expect(rows.map((row) => row.detail)).toEqual([
      { what: 'declared-name', reason: 'compare the names' },
      { what: 'pay-to', reason: 'compare the names' },
    ]);
  });

  it('of an order that does not exist is not found', async () => {
    const { outcome } = await rui.send('/operator/case/detail/{id}', {}, { id: '999999' });
    expect(outcome).toBe('ORDER_NOT_FOUND');
  });
});

describe('the thread of an order', () => {
  const say = async (by: TestClient, id: string, text: string) =>
    (await by.send('/operator/case/say/{id}', { text }, { id })).outcome;
  const lines = async (by: TestClient, id: string) =>
    (await by.send<CallOutput<'/operator/case/thread'>>('/operator/case/thread', { orderId: id })).data.items;

  it('takes what an operator writes, visibly to both; the first time it answers the case', async () => {
    const { seller, buyer, orderId } = await appealed();
    expect(await say(rui, orderId, '請補上轉帳明細')).toBe('CASE_CLAIM_NEEDED');
    await claim(rui, orderId);
    expect((await detail(rui, orderId)).cases[0]?.firstRepliedAt).toBeNull();
    expect(await say(rui, orderId, '請補上轉帳明細')).toBe('SUCCESS');
    const answeredAt = (await detail(rui, orderId)).cases[0]?.firstRepliedAt;
    expect(answeredAt).not.toBeNull();
    expect(await say(rui, orderId, '已收到，謝謝')).toBe('SUCCESS');
    expect((await detail(rui, orderId)).cases[0]?.firstRepliedAt).toBe(answeredAt);
    for (const member of [seller, buyer]) {
      const { items, unread } = await member.call('/order/thread', { orderId });
      expect(items.filter(({ by }) => by === 'operator').map(({ text }) => text)).toEqual([
        '已收到，謝謝',
        '請補上轉帳明細',
      ]);
      expect(unread).toBeGreaterThan(0);
    }
  });

  it('shows what both sides wrote to who has claimed the order alone', async () => {
    const { buyer, orderId } = await appealed();
    await buyer.call('/order/say', { orderId, text: '我已經付款了' });
    const own = (items: Awaited<ReturnType<typeof lines>>) => items.find(({ kind }) => kind === 'message');
    expect(own(await lines(sam, orderId))).toMatchObject({ author: 'payer', text: null });
    await claim(rui, orderId);
    expect(own(await lines(rui, orderId))).toMatchObject({ author: 'payer', text: '我已經付款了' });
  });

  it('links a file of the thread to who has claimed the order alone, and audits each look', async () => {
    const { orderId } = await appealed();
    const proof = (await lines(sam, orderId)).find(({ kind }) => kind === 'proof');
    expect(proof?.file).toMatchObject({ type: 'application/pdf' });
    const link = async (by: TestClient, number: number) =>
      by.send<FileLink>('/operator/case/thread/file/{id}', { number: String(number) }, { id: orderId });
    expect((await link(rui, proof?.number ?? 0)).outcome).toBe('CASE_CLAIM_NEEDED');
    expect((await link(sam, proof?.number ?? 0)).outcome).toBe('ROLE_NOT_ALLOWED');
    await claim(rui, orderId);
    expect((await link(rui, proof?.number ?? 0)).data).toMatchObject({
      serviceId: 'view',
      type: 'application/pdf',
    });
    expect((await link(rui, 1)).outcome).toBe('FILE_NOT_FOUND');
    const { rows } = await sql<{ detail: object }>`
      select detail from platform.audit where subject = ${`order:${orderId}`} and action = 'order-file-viewed'`.execute(
      owner,
    );
    expect(rows.map(({ detail: seen }) => seen)).toEqual([{ what: `line-${proof?.number}` }]);
  });
});
