import type { CallOutput } from '@holdfast/contract/calls';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestClient } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput } from '#testing/traders.ts';

/** Texts that operators answer with (feature O18). */
const server = await testServer();
const [rika, rui, sam] = [
  await server.operator('risk'),
  await server.operator('resolver'),
  await server.operator('support'),
];

type Template = CallOutput<'/operator/reply-template/save'>;
const TEXTS = { zhTW: '我們正在查看', en: 'We are looking into it', offered: '1', reason: 'a first answer' };

const save = (by: TestClient, name: string, change: object = {}) =>
  by.send<Template>('/operator/reply-template/save', { ...TEXTS, name, ...change });
const list = async (by: TestClient, input: object = {}) =>
  (await by.send<CallOutput<'/operator/reply-template/list'>>('/operator/reply-template/list', input)).data
    .items;

describe('a reply template', () => {
  it('is added by who may, read by whoever works on cases, and says who has changed it', async () => {
    const { data } = await save(rika, 'First answer');
    expect(data).toMatchObject({ version: 1, name: 'First answer', isOffered: true });
    expect(data.changedBy).not.toBe('');
    expect((await list(rui)).map(({ name }) => name)).toContain('First answer');
    expect((await list(sam)).length).toBeGreaterThan(0);
    expect((await save(rui, 'Mine')).outcome).toBe('ROLE_NOT_ALLOWED');
  });

  it('keeps every version, and refuses a change of one that was changed meanwhile', async () => {
    const { data: first } = await save(rika, 'Statement');
    const on = { id: first.id, version: '1' };
    expect((await save(rika, 'Statement', on)).outcome).toBe('NOTHING_CHANGES');
    expect((await save(rika, 'Statement', { ...on, en: 'Please show it' })).data.version).toBe(2);
    expect((await save(rika, 'Statement', { ...on, en: 'Too late' })).outcome).toBe('REPLY_CHANGED');
    expect((await save(rika, 'Gone', { id: '99999', version: '1' })).outcome).toBe('REPLY_NOT_FOUND');
    const { data } = await rui.send<CallOutput<'/operator/reply-template/history'>>(
      '/operator/reply-template/history',
      { id: first.id },
    );
    expect(data.items.map(({ version, en }) => [version, en])).toEqual([
      [2, 'Please show it'],
      [1, TEXTS.en],
    ]);
  });

  it('is never changed without a version of it, also by whoever runs SQL as the product', async () => {
    const { data: first } = await save(rika, 'Untouched');
    const { db } = server.database;
    const rewrite = sql`update orders.reply_template set text_en = 'Pay the seller elsewhere' where id = ${first.id}`;
    await expect(rewrite.execute(db)).rejects.toThrow('does not follow');
    const forge = sql`
      insert into orders.reply_template_version select id, 2, name, text_zh, text_en, is_offered, changed_by, changed_at
      from orders.reply_template where id = ${first.id}`;
    await expect(forge.execute(db)).rejects.toThrow('permission denied');
    const { rows } = await sql`
      select version from orders.reply_template_version where template_id = ${first.id}`.execute(db);
    expect(rows).toEqual([{ version: 1 }]);
  });

  it('that is retired is offered to nobody, and its name is free', async () => {
    const { data: first } = await save(rika, 'Old one');
    await save(rika, 'Old one', { id: first.id, version: '1', offered: '0' });
    expect((await list(rui)).map(({ id }) => id)).not.toContain(first.id);
    expect((await list(rui, { state: 'retired' })).map(({ id }) => id)).toContain(first.id);
    expect((await save(rika, 'Old one')).outcome).toBe('SUCCESS');
    expect((await save(rika, 'Old one')).outcome).toBe('REPLY_NAME_TAKEN');
    expect((await save(rika, 'Old one', { id: first.id, version: '2' })).outcome).toBe('REPLY_NAME_TAKEN');
  });
});

describe('an answer in both languages', () => {
  it('is the same line for both sides, and stands in the thread of the room', async () => {
    const { seller, buyer, order } = await lockedOrder(server, '400.00');
    const { orderId } = order;
    await buyer.call('/order/paid', paidInput(order));
    await server.database.setClock('6 minutes');
    await buyer.call('/order/appeal', { orderId, version: '2', reason: 'not-released' });
    await server.database.setClock('0');
    expect((await rui.send('/operator/case/claim/{id}', {}, { id: orderId })).outcome).toBe('SUCCESS');
    const said = await rui.send(
      '/operator/case/say/{id}',
      { text: TEXTS.zhTW, en: TEXTS.en },
      { id: orderId },
    );
    expect(said.outcome).toBe('SUCCESS');
    for (const member of [seller, buyer]) {
      const { items } = await member.call('/order/thread', { orderId });
      expect(items[0]).toMatchObject({ by: 'operator', text: TEXTS.zhTW, en: TEXTS.en });
      expect(items.slice(1).every(({ en }) => en === null)).toBe(true);
    }
    const thread = await rui.send<CallOutput<'/operator/case/thread'>>('/operator/case/thread', { orderId });
    expect(thread.data.items[0]).toMatchObject({ text: TEXTS.zhTW, en: TEXTS.en });
  });
});
