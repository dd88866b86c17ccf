import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { drawReceipt, RESHOWN } from '#testing/receipts.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput } from '#testing/traders.ts';
import { upload } from '#testing/uploads.ts';
import { toOrderId } from '@holdfast/kernel';
import { inTransaction } from '#platform/db/db.ts';
import { bandsOf, wordsOf } from '#platform/images/receipt-print.ts';
import { compareProofs } from './compare-proofs.ts';
import { insertPrint, listAlike } from './proof-print.store.ts';

const server = await testServer();
const { database } = server;

/** What names a file, and what it is for. */
async function claimOf(fileId: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ by: string | null }>`
    select claimed_by as by from assets.file where id = ${fileId}`.execute(database.owner);
  return rows[0]?.by;
}

describe('a payment', () => {
  it('brings its proof, which both sides see and the event names', async () => {
    const { buyer, seller, order } = await lockedOrder(server);
    const { orderId } = order;
    const proofFileId = await buyer.proof();
    await buyer.call('/order/paid', { ...paidInput(order), proofFileId });
    expect(await claimOf(proofFileId)).toBe(`order ${orderId}`);
    const { items, unread } = await seller.call('/order/thread', { orderId });
    expect(items.map(({ kind, by }) => [kind, by])).toEqual([
      ['proof', 'counterparty'],
      ['event', 'counterparty'],
    ]);
    expect(unread).toBe(1);
    const link = await seller.call('/order/thread/file', { orderId, number: '2' });
    expect(link.fileId).toBe(proofFileId);
    const { rows } = await sql<{ detail: object }>`
      select detail from orders.event where order_id = ${orderId} and event = 'paid'`.execute(database.owner);
    expect(rows[0]?.detail).toMatchObject({ payType: 'bank', proofIds: [proofFileId] });
  });

  it('is not declared without a proof of its own', async () => {
    const { buyer, seller, order } = await lockedOrder(server);
    const refuse = (proofFileId: string) => buyer.refuse('/order/paid', { ...paidInput(order), proofFileId });
    expect(await refuse('')).toBe('PARAMETERS_INVALID');
    expect(await refuse('A'.repeat(22))).toBe('FILE_NOT_FOUND');
    expect(await refuse(await seller.proof())).toBe('FILE_NOT_FOUND');
    const other = await lockedOrder(server);
    const shown = await other.buyer.proof();
    await other.buyer.call('/order/paid', { ...paidInput(other.order), proofFileId: shown });
    expect(await refuse(shown)).toBe('FILE_NOT_FOUND');
    expect((await buyer.call('/order/detail', { orderId: order.orderId })).order.state).toBe('LOCKED');
  });

  it('that is refused leaves its proof free for the next try', async () => {
    const { buyer, order } = await lockedOrder(server);
    const proofFileId = await buyer.proof();
    const stale = { ...paidInput(order), version: '2', proofFileId };
    expect(await buyer.refuse('/order/paid', stale)).toBe('ORDER_STATE_CHANGED');
    expect(await claimOf(proofFileId)).toBeNull();
    await buyer.call('/order/paid', { ...paidInput(order), proofFileId });
  });

  it('offers the account that it came from to the next one by the same method, to this member alone', async () => {
    const { buyer, seller, order } = await lockedOrder(server);
    expect(await buyer.call('/order/paid-from', { payMethod: 'bank' })).toEqual({ from: null });
    await buyer.call('/order/paid', paidInput(order));
    expect(await buyer.call('/order/paid-from', { payMethod: 'bank' })).toEqual({
      from: { paidBank: '013', lastFive: '20002', payer: '陳試用' },
    });
    expect(await buyer.call('/order/paid-from', { payMethod: 'jkopay' })).toEqual({ from: null });
    expect(await seller.call('/order/paid-from', { payMethod: 'bank' })).toEqual({ from: null });
  });
});

describe('another proof', () => {
  it('is the payer’s to add once a payment was declared, and takes nothing away', async () => {
    const { buyer, seller, order } = await lockedOrder(server);
    const { orderId } = order;
    const add = async (member: typeof buyer) => ({ orderId, fileId: await member.proof() });
    expect(await buyer.refuse('/order/add-proof', await add(buyer))).toBe('ORDER_ACTION_NOT_ALLOWED');
    await buyer.call('/order/paid', paidInput(order));
    expect(await buyer.call('/order/thread', { orderId })).toMatchObject({ mayProve: true });
    expect(await seller.call('/order/thread', { orderId })).toMatchObject({ mayProve: false });
    const { line } = await buyer.call('/order/add-proof', await add(buyer));
    expect(line).toMatchObject({ kind: 'proof', by: 'you', number: 3 });
    expect(await seller.refuse('/order/add-proof', await add(seller))).toBe('ORDER_ACTION_NOT_ALLOWED');
    const { items } = await seller.call('/order/thread', { orderId });
    expect(items.filter(({ kind }) => kind === 'proof')).toHaveLength(2);
    const stranger = await server.member();
    expect(await stranger.refuse('/order/add-proof', await add(stranger))).toBe('ORDER_NOT_FOUND');
  });
});

describe('what evidences an appeal, a request or a late claim', () => {
  const namedBy = async (orderId: string, event: string) => {
    const { rows } = await sql<{ named: string[] }>`
      select detail -> 'proofIds' as named from orders.event where order_id = ${orderId} and event = ${event}`.execute(
      database.owner,
    );
    return rows[0]?.named;
  };
  const shownTo = async (member: TestMember, orderId: string) =>
    (await member.call('/order/thread', { orderId })).items.filter(({ kind }) => kind === 'proof').length;

  it('is named by the event and its case, and both sides see it in the thread', async () => {
    const { buyer, seller, order } = await lockedOrder(server);
    const { orderId } = order;
    await buyer.call('/order/paid', paidInput(order));
    const asked = await seller.proof();
    await seller.call('/order/request-cancel', {
      orderId,
      version: '2',
      reason: 'not-received',
      proofFileId: asked,
    });
    expect(await namedBy(orderId, 'request-cancel')).toEqual([asked]);
    await sql`
      update orders.orders set paid_at = paid_at - interval '6 minutes' where id = ${orderId}`.execute(
      database.owner,
    );
    const shown = await buyer.proof();
    const appeal = { orderId, version: '3', reason: 'not-released' } as const;
    expect(await buyer.refuse('/order/appeal', { ...appeal, proofFileId: await seller.proof() })).toBe(
      'FILE_NOT_FOUND',
    );
    await buyer.call('/order/appeal', { ...appeal, proofFileId: shown });
    expect(await namedBy(orderId, 'appeal')).toEqual([shown]);
    const { rows } = await sql<{ files: string[] }>`
      select proof_ids as files from orders.case_file where order_id = ${orderId}`.execute(database.owner);
    expect(rows).toEqual([{ files: [shown] }]);
    expect([await shownTo(buyer, orderId), await shownTo(seller, orderId)]).toEqual([3, 3]);
  });

  it('comes with a late claim, though the thread is closed by then', async () => {
    const { buyer, seller, order } = await lockedOrder(server);
    const { orderId } = order;
    await buyer.call('/order/cancel', { orderId, version: '1', reason: 'changed-mind', notPaid: '1' });
    const shown = await buyer.proof();
    await buyer.call('/order/late-claim', { orderId, version: '2', text: '13:58 轉帳', proofFileId: shown });
    expect(await namedBy(orderId, 'late-claim')).toEqual([shown]);
    expect(await shownTo(seller, orderId)).toBe(1);
  });
});

// Each picture is drawn, uploaded, made anew and read.
describe('a receipt that is shown a second time', { timeout: 60_000 }, () => {
  const receipt = (n: number) =>
    drawReceipt({
      app: 'kelp',
      amount: 3000,
      lastFive: '20002',
      at: `2026112314${1500 + n * 137}`,
      reference: String(7_301_924 + n * 7919),
    });
  /** Pays with it; what each side then reads beside it. */
  const show = async (picture: Buffer) => {
    const { buyer, seller, order } = await lockedOrder(server);
    const proofFileId = await upload(server.app, buyer, 'order-proof', Buffer.from(picture));
    await buyer.call('/order/paid', { ...paidInput(order), proofFileId });
    const read = async (member: typeof buyer) => {
      const { items } = await member.call('/order/thread', { orderId: order.orderId });
      return items.find(({ kind }) => kind === 'proof')?.suspicions;
    };
    return { orderId: order.orderId, readByPayee: () => read(seller), readByPayer: () => read(buyer) };
  };
  /** Prints of an order that have these bands and nothing of the receipt. */
  const addJunk = (orderId: string, like: string, bands: readonly number[], count: number) =>
    sql`
      with prints as (
        insert into orders.proof_print (file_id, order_id)
        select 'junk-' || n || ${like}, ${orderId} from generate_series(1, ${count}::int) n returning id
      )
      insert into orders.proof_band (band, proof_id) select band, id from prints, unnest(${bands}::int[]) band`.execute(
      database.owner,
    );
  const showing = async (picture: Buffer) => {
    const { readByPayee, readByPayer } = await show(picture);
    await compareProofs(database.db);
    return { payee: await readByPayee(), payer: await readByPayer() };
  };

  it('is said to whoever receives it, and another one of the same bank is not', async () => {
    const first = await receipt(0);
    expect(await showing(first)).toEqual({ payee: [], payer: [] });
    expect(await showing(await receipt(1))).toEqual({ payee: [], payer: [] });
    // The print has tests of all the ways; these two leave the least of the picture.
    for (const way of ['cropped', 'photographed from a screen']) {
      const again = await defined(RESHOWN[way], way)(first);
      expect(await showing(again), way).toEqual({ payee: ['repeated-receipt'], payer: [] });
    }
  });

  it('is found among hundreds of later pictures that were made alike, and the read has its bound', async () => {
    const first = await receipt(3);
    const cropped = await defined(RESHOWN['cropped'], 'cropped')(first);
    expect((await showing(first)).payee).toEqual([]);
    // All the bands of both: more alike by them than the receipt itself, and all newer.
    const { rows } = await sql<{ fileId: string; orderId: string }>`
      select file_id as "fileId", order_id::text as "orderId" from orders.proof_print order by id desc limit 1`.execute(
      database.owner,
    );
    const { fileId, orderId } = defined(rows[0], 'the first');
    const all = [...new Set((await Promise.all([first, cropped].map(wordsOf))).flatMap(bandsOf))];
    const other = (await lockedOrder(server)).order.orderId;
    await addJunk(other, fileId, all, 200);
    const found = await inTransaction(database.db, async (tx) =>
      listAlike(tx, defined(toOrderId(other), 'an order'), all),
    );
    expect(found).toContain(fileId);
    expect(found.length).toBeLessThanOrEqual(80);
    expect(orderId).not.toBe(other);
    expect((await showing(cropped)).payee).toEqual(['repeated-receipt']);
  });

  it('is known in two orders at the same moment too, whichever worker compares which', async () => {
    const twice = await receipt(2);
    const shown = [await show(twice), await show(twice)];
    await Promise.all([compareProofs(database.db), compareProofs(database.db)]);
    const read = await Promise.all(shown.map(async ({ readByPayee }) => readByPayee()));
    expect(read.flat()).toContain('repeated-receipt');
  });

  it('is kept once when another worker has kept it since this one looked', async () => {
    const { orderId } = await show(await receipt(3));
    await compareProofs(database.db);
    const { rows } = await sql<{ fileId: string }>`
      select file_id as "fileId" from orders.proof_print where order_id = ${orderId}`.execute(database.owner);
    const fileId = defined(rows[0], 'its print').fileId;
    const bandsKept = async () =>
      (
        await sql<{ count: string }>`
          select count(*) from orders.proof_band b join orders.proof_print p on p.id = b.proof_id
          where p.file_id = ${fileId}`.execute(database.owner)
      ).rows[0]?.count;
    const before = await bandsKept();
    await inTransaction(database.db, (tx) =>
      insertPrint(tx, { fileId, orderId: toOrderId(orderId), bands: [1, 2, 3] }),
    );
    expect(await bandsKept()).toBe(before);
  });
});
