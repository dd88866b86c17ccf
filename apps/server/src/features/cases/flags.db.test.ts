import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import type { TestClient } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder } from '#testing/traders.ts';
import { listFlags } from './flag.store.ts';

/** The queue of lines that look like the beginning of a fraud (feature H9). */
const server = await testServer();
const { db, owner } = server.database;
const [sam, rika, tom] = [
  await server.operator('support'),
  await server.operator('risk'),
  await server.operator('treasury'),
];

beforeEach(async () => {
  await sql`update orders.flagged_line set verdict = 'seen', decided_by = 1, decided_at = platform.app_now() where verdict = 'open'`.execute(
    owner,
  );
});

type List = CallOutput<'/operator/flag/list'>;
const list = async (input: Partial<CallInput<'/operator/flag/list'>> = {}, by = sam) =>
  (await by.send<List>('/operator/flag/list', input)).data.items;
const decide = async (by: TestClient, id: string, verdict = 'seen') =>
  (await by.send('/operator/flag/decide/{id}', { verdict }, { id })).outcome;

async function talk(...texts: readonly string[]) {
  const { seller, buyer, order } = await lockedOrder(server, '500.00');
  for (const text of texts) await buyer.call('/order/say', { orderId: order.orderId, text });
  return { seller, buyer, orderId: order.orderId };
}

describe('the queue of flagged lines', () => {
  it('shows the newest first, among the lines around it, with numbers and addresses masked', async () => {
    const { seller, buyer, orderId } = await talk(
      'Hello',
      'Pay to 822 123456789012 instead',
      'Did you see it?',
    );
    const other = await talk('先放行，我馬上付款');
    const [newest, older] = await list();
    expect(newest).toMatchObject({ orderId: other.orderId, kinds: ['release-first'], author: 'payer' });
    expect(older).toMatchObject({
      orderId,
      kinds: ['account-number'],
      orderState: 'LOCKED',
      number: 2,
      writer: { account: buyer.account },
      reader: { account: seller.account },
      state: 'open',
      decided: null,
    });
    expect(older?.lines.map(({ number, text }) => [number, text])).toEqual([
      [1, 'Hello'],
      [2, 'Pay to *** *********012 instead'],
      [3, 'Did you see it?'],
    ]);
  });

  it('is narrowed by kind and by what was said of it', async () => {
    await talk('Pay to 822 123456789012 instead');
    await talk('www.example.com/pay');
    expect((await list({ kind: 'link' })).map(({ kinds }) => kinds)).toEqual([['link']]);
    const [flag] = await list({ kind: 'link' });
    expect(await decide(sam, flag?.id ?? '', 'false-alarm')).toBe('SUCCESS');
    expect(await list({ kind: 'link' })).toEqual([]);
    expect(await list({ kind: 'link', state: 'false-alarm' })).toMatchObject([
      { id: flag?.id, state: 'false-alarm', decided: { by: expect.stringContaining('@') } },
    ]);
  });

  it('keeps when a line was found and what it looks like, also from whoever runs SQL as the product', async () => {
    await talk('Pay to 822 123456789012 instead');
    const [flag] = await list();
    const { id } = defined(flag, 'a flagged line');
    const change = (set: string) =>
      sql`update orders.flagged_line set ${sql.raw(set)} where id = ${id}`.execute(server.database.db);
    await expect(change(`at = now() - interval '1 year'`)).rejects.toThrow('permission denied');
    await expect(change(`kinds = array['link']`)).rejects.toThrow('found to look like');
    expect((await list()).find((one) => one.id === id)?.kinds).toEqual(['account-number']);
  });

  it('takes one verdict on each line, and writes down who gave it and who looked', async () => {
    const { orderId } = await talk('cancel first please, then I pay');
    const [flag] = await list();
    const { id } = defined(flag, 'a flagged line');
    const outcomes = await Promise.all([decide(sam, id), decide(rika, id, 'false-alarm')]);
    expect(outcomes.toSorted()).toEqual(['FLAG_DECIDED', 'SUCCESS']);
    const { rows } = await sql<{ action: string; subject: string }>`
      select action, subject from platform.audit where action in ('flag-decided', 'flags-viewed') order by id desc limit 2`.execute(
      owner,
    );
    expect(rows).toEqual([
      { action: 'flag-decided', subject: `order:${orderId}` },
      { action: 'flags-viewed', subject: 'flags' },
    ]);
  });

  it('says nothing of it to whoever wrote the line, and is closed to other roles', async () => {
    const { seller, buyer, orderId } = await talk('Pay to 822 123456789012 instead');
    const [flag] = await list();
    await decide(sam, flag?.id ?? '');
    const mine = await buyer.call('/order/thread', { orderId });
    expect(mine.items.every(({ suspicions }) => suspicions.length === 0)).toBe(true);
    expect(
      (await seller.call('/order/thread', { orderId })).items.some((line) => line.suspicions.length > 0),
    ).toBe(true);
    expect((await tom.send('/operator/flag/list', {})).outcome).toBe('ROLE_NOT_ALLOWED');
  });

  it('goes on behind the last of a page, and reads a page by an index, of one kind too', async () => {
    await talk('Pay to 822 123456789012 instead', 'or 822 123456789013', 'or 822 123456789014');
    const page = (before?: bigint) =>
      inTransaction(db, (tx) => listFlags(tx, { state: 'open', kind: 'account-number', before, limit: 2 }));
    const first = await page();
    const rest = await page(BigInt(first[1]?.id ?? 0));
    expect([...first, ...rest].map(({ number }) => number)).toEqual([3, 2, 1]);
    const { rows } = await sql<Record<string, string>>`
      explain select id from orders.flagged_line where verdict = 'open' and id < 9 and kinds @> array['account-number'] order by id desc limit 2`.execute(
      owner,
    );
    expect(JSON.stringify(rows)).toMatch(/flagged_line_(account_number|queue)/);
  });
});
