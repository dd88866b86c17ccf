import { makeRid } from '@holdfast/secure-channel/node';
import type { CallInput, ThreadLine } from '@holdfast/contract/calls';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { photo } from '#testing/pictures.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput } from '#testing/traders.ts';
import { readLink, upload } from '#testing/uploads.ts';

const server = await testServer();
const { database } = server;

type Say = Omit<CallInput<'/order/say'>, 'orderId'>;

/** A running order, and its thread as each side uses it. */
async function thread() {
  const { buyer, seller, order, listing } = await lockedOrder(server);
  const { orderId } = order;
  return {
    buyer,
    seller,
    order,
    orderId,
    listing,
    say: (member: TestMember, said: Say | string) =>
      member.call('/order/say', { orderId, ...(typeof said === 'string' ? { text: said } : said) }),
    read: (member: TestMember, cursor?: string) =>
      member.call('/order/thread', { orderId, ...(cursor !== undefined && { cursor }) }),
    see: (member: TestMember, number: number) =>
      member.call('/order/thread/seen', { orderId, number: String(number) }),
  };
}

const noticesOf = async (member: TestMember) => {
  const { items } = await member.call('/member/notification/list', {});
  return items.filter(({ type }) => type === 'orderMessage');
};
const textsOf = (items: readonly ThreadLine[]) => items.map(({ by, text, event }) => [by, text ?? event]);

let picture: Buffer<ArrayBuffer>;
beforeAll(async () => {
  picture = await photo({ width: 200, height: 200 });
});

describe('the thread of an order', () => {
  it('shows both sides what each has written, the newest first, with what has happened', async () => {
    const { buyer, seller, order, say, read } = await thread();
    expect(await read(buyer)).toMatchObject({ items: [], next: null, unread: 0, mayWrite: true });
    await say(seller, '您好，轉帳後麻煩傳一下截圖');
    const { line } = await say(buyer, '  好的，\u202E正在轉 ');
    expect(line).toMatchObject({
      number: 2,
      by: 'you',
      kind: 'message',
      text: '好的，正在轉',
      isSeen: false,
    });
    await buyer.call('/order/paid', paidInput(order));
    const seen = await read(seller);
    expect(textsOf(seen.items)).toEqual([
      ['counterparty', null], // the proof
      ['counterparty', 'paid'],
      ['counterparty', '好的，正在轉'],
      ['you', '您好，轉帳後麻煩傳一下截圖'],
    ]);
    expect(seen.items.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
  });

  it('is written down sealed, and cannot be changed', async () => {
    const { buyer, orderId, say } = await thread();
    await say(buyer, '只有我們看得到');
    const { rows } = await sql<{ sealed: Buffer }>`
      select text_sealed as sealed from orders.thread_line where order_id = ${orderId}`.execute(database.db);
    expect(rows[0]?.sealed.includes('只有')).toBe(false);
    const forge = sql`update orders.thread_line set kind = 'file' where order_id = ${orderId}`;
    await expect(forge.execute(database.db)).rejects.toThrow(/permission denied/);
    const remove = sql`delete from orders.thread_line where order_id = ${orderId}`;
    await expect(remove.execute(database.db)).rejects.toThrow(/permission denied/);
  });

  it('comes in pages that neither repeat nor skip a line', async () => {
    const { buyer, seller, orderId, read, say } = await thread();
    await say(buyer, 'first');
    await sql`
      with more as (update orders.thread set lines = 75 where order_id = ${orderId})
      insert into orders.thread_line (order_id, number, author, author_id, kind, text_sealed)
      select order_id, n, 'payer', author_id, kind, text_sealed from orders.thread_line, generate_series(2, 75) n
      where order_id = ${orderId}`.execute(database.owner);
    const first = await read(seller);
    await say(seller, 'meanwhile');
    const second = await read(seller, first.next ?? '');
    const third = await read(seller, second.next ?? '');
    const numbers = [first, second, third].flatMap(({ items }) => items.map(({ number }) => number));
    expect(numbers).toEqual(Array.from({ length: 75 }, (_, index) => 75 - index));
    expect(third.next).toBeNull();
  });

  it('does not exist for a stranger, neither to read nor to write', async () => {
    const { buyer, orderId, say } = await thread();
    const fileId = await upload(server.app, buyer, 'order-message', picture);
    await say(buyer, { fileId });
    const stranger = await server.member();
    expect(await stranger.refuse('/order/thread', { orderId })).toBe('ORDER_NOT_FOUND');
    expect(await stranger.refuse('/order/say', { orderId, text: 'hello' })).toBe('ORDER_NOT_FOUND');
    expect(await stranger.refuse('/order/thread/seen', { orderId, number: '1' })).toBe('ORDER_NOT_FOUND');
    expect(await stranger.refuse('/order/thread/file', { orderId, number: '1' })).toBe('ORDER_NOT_FOUND');
  });

  it('is read-only after the end, and stays', async () => {
    const { buyer, seller, orderId, say, read } = await thread();
    await say(buyer, 'before');
    await buyer.call('/order/cancel', { orderId, version: '1', notPaid: '1', reason: 'changed-mind' });
    expect(await seller.refuse('/order/say', { orderId, text: 'after' })).toBe('ORDER_ACTION_NOT_ALLOWED');
    expect(await read(seller)).toMatchObject({ mayWrite: false, items: [{ text: 'before' }] });
  });

  it('takes a message once, however often its command arrives', async () => {
    const { buyer, orderId, read } = await thread();
    const rid = makeRid();
    const input = { orderId, text: 'once' };
    await buyer.call('/order/say', input, { rid });
    await buyer.call('/order/say', input, { rid });
    await buyer.call('/order/say', input);
    expect((await read(buyer)).items).toHaveLength(2);
  });
});

describe('a message', () => {
  it.each([
    ['of nothing', {}, 'PARAMETERS_INVALID'],
    ['that nobody sees', { text: ' \u200B ' }, 'MESSAGE_INVALID'],
    ['that is too long', { text: 'a'.repeat(501) }, 'MESSAGE_INVALID'],
    ['that is a text and a file', { text: 'both', fileId: 'A'.repeat(22) }, 'PARAMETERS_INVALID'],
    ['of a file that is not there', { fileId: 'A'.repeat(22) }, 'FILE_NOT_FOUND'],
  ] as const)('%s is refused', async (_, said, refusal) => {
    const { buyer, orderId } = await thread();
    expect(await buyer.refuse('/order/say', { orderId, ...said })).toBe(refusal);
  });

  it('that looks like a fraud arrives, with a word of caution for whoever receives it', async () => {
    const { buyer, seller, say, read } = await thread();
    const { line } = await say(seller, '請改轉 822 123456789012，先放行');
    expect(line.suspicions).toEqual([]);
    expect((await read(seller)).items[0]?.suspicions).toEqual([]);
    expect((await read(buyer)).items[0]?.suspicions).toEqual(['account-number', 'release-first']);
  });

  it('shows a file of its writer to both sides and to nobody else', async () => {
    const { buyer, seller, orderId, say, read } = await thread();
    const fileId = await upload(server.app, buyer, 'order-message', picture);
    await say(buyer, { fileId });
    const [line] = (await read(seller)).items;
    expect(line).toMatchObject({ kind: 'file', text: null, file: { type: 'image/jpeg' } });
    const link = await seller.call('/order/thread/file', { orderId, number: '1' });
    expect((await readLink(server.app, link)).statusCode).toBe(200);
    // A file of one's own, and of this purpose.
    await buyer.call('/order/say', { orderId, fileId: link.fileId });
    const theirs = await upload(server.app, seller, 'order-message', picture);
    expect(await buyer.refuse('/order/say', { orderId, fileId: theirs })).toBe('FILE_NOT_FOUND');
    const evidence = await upload(server.app, buyer, 'order-proof', picture);
    expect(await buyer.refuse('/order/say', { orderId, fileId: evidence })).toBe('FILE_NOT_FOUND');
  });
});

describe('what is unread', () => {
  it('counts what others have written, until it has been seen, and only ever goes forward', async () => {
    const { buyer, seller, say, read, see } = await thread();
    for (const text of ['1', '2', '3']) await say(seller, text);
    await say(buyer, '4');
    expect([(await read(buyer)).unread, (await read(seller)).unread]).toEqual([3, 1]);
    const listed = await Promise.all(
      [buyer, seller].map((one) => one.call('/order/list', { scope: 'active' })),
    );
    expect(listed.map(({ items }) => items[0]?.unread)).toEqual([3, 1]);
    expect(await see(buyer, 2)).toEqual({ unread: 1 });
    expect((await read(seller)).items.map(({ isSeen }) => isSeen)).toEqual([false, false, true, true]);
    expect(await see(buyer, 4)).toEqual({ unread: 0 });
    expect(await see(buyer, 1)).toEqual({ unread: 0 });
    expect((await read(seller)).items.map(({ isSeen }) => isSeen)).toEqual([false, true, true, true]);
    await say(seller, '5');
    expect((await read(buyer)).unread).toBe(1);
  });

  it('cannot be ahead of what has been written', async () => {
    const { buyer, orderId, say } = await thread();
    expect(await buyer.refuse('/order/thread/seen', { orderId, number: '1' })).toBe('PARAMETERS_INVALID');
    await say(buyer, '1');
    expect(await buyer.refuse('/order/thread/seen', { orderId, number: '2' })).toBe('PARAMETERS_INVALID');
  });
});

describe('a notice of a new line', () => {
  it('goes to the other side at most once in five minutes, and says nothing of the message', async () => {
    const { buyer, seller, orderId, say } = await thread();
    await say(buyer, 'secret words');
    await say(buyer, 'and more');
    expect(await noticesOf(buyer)).toEqual([]);
    const notices = await noticesOf(seller);
    expect(notices).toMatchObject([{ extra: { orderId }, title: '訂單有新訊息' }]);
    expect(JSON.stringify(notices)).not.toContain('secret');
    await say(seller, 'an answer');
    expect(await noticesOf(buyer)).toHaveLength(1);
    await sql`
      update orders.thread set payee_told_at = payee_told_at - interval '5 minutes' where order_id = ${orderId}`.execute(
      database.owner,
    );
    await say(buyer, 'later');
    expect(await noticesOf(seller)).toHaveLength(2);
  });
});

describe('what one side may write', () => {
  it('is bounded, and never takes anything from the other side', async () => {
    const { buyer, seller, orderId, say } = await thread();
    await say(buyer, 'one');
    await sql`update orders.thread set payer_lines = 500 where order_id = ${orderId}`.execute(database.owner);
    expect(await buyer.refuse('/order/say', { orderId, text: 'too much' })).toBe('THREAD_FULL');
    await seller.call('/order/say', { orderId, text: 'still here' });
  });

  it('is limited by the minute for each member alone', async () => {
    const { buyer, seller, orderId } = await thread();
    const outcomes: string[] = [];
    for (let n = 0; n < 21; n += 1)
      outcomes.push((await buyer.send('/order/say', { orderId, text: `${n}` })).outcome);
    expect(outcomes.filter((one) => one === 'RATE_LIMITED').length).toBeGreaterThan(0);
    await seller.call('/order/say', { orderId, text: 'not me' });
  });
});
