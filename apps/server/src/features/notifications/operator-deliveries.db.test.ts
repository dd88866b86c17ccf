import type { CallOutput } from '@holdfast/contract/calls';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { inTransaction, type Tx } from '#platform/db/db.ts';
import type { Outcome } from '#platform/outbox/carrier.ts';
import type { TestClient } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { notify, subscribeToInbox } from './index.ts';

/** What a push service refuses, as operators see it and deal with it. */
let answer: Outcome = { is: 'refused', reason: 'http 413' };
const sent: string[] = [];
const server = await testServer({
  worker: true,
  carriers: [
    {
      name: 'web-push',
      usefulMinutes: 60,
      send: async (key, { seq }) => {
        sent.push(`${key} ${seq} ${answer.is}`);
        return answer;
      },
    },
  ],
});
const { db, owner } = server.database;

/** An address that has taken a message before. */
const prove = (tx: Tx, key: string) =>
  sql`update platform.delivery set has_taken = true
      where subscription_id = (select id from platform.subscription where key = ${key})`.execute(tx);

type Letters = CallOutput<'/operator/dead-letter/list'>;
const list = async (client: TestClient) =>
  (await client.send<Letters>('/operator/dead-letter/list', {})).data.items;
const act = (client: TestClient, what: 'retry' | 'give-up', id: string) =>
  client.send(`/operator/dead-letter/${what}`, { id, reason: 'the service works again' });

async function audited(): Promise<object[]> {
  const { rows } = await sql<{ action: string; subject: string; detail: object }>`
    select action, subject, detail from platform.audit where action like 'dead-letter-%' order by id`.execute(
    owner,
  );
  return rows;
}

it('is listed without address or content, tried again once, or given up; both are audited', async () => {
  const [support, member] = [await server.operator('support'), await server.member({ nick: 'lucky7' })];
  await inTransaction(db, async (tx) => {
    await subscribeToInbox(tx, { carrier: 'web-push', key: 'k1', lane: 'https://p', memberId: member.id });
    await prove(tx, 'k1');
    await notify(tx, [
      { memberId: member.id, type: 'orderPaid', extra: { payer: 'secret name' } },
      { memberId: member.id, type: 'phraseChanged', extra: {} },
    ]);
  });
  await expect.poll(() => list(support)).toHaveLength(2);
  const [second, first] = await list(support);
  expect(first).toEqual({
    id: expect.any(String),
    carrier: 'web-push',
    lane: 'https://p',
    account: member.account,
    nick: 'lucky7',
    type: 'orderPaid',
    reason: 'http 413',
    tries: 1,
    at: expect.any(String),
    isRetrying: false,
  });
  const [one, two] = [first?.id ?? '', second?.id ?? ''];

  answer = { is: 'failed', reason: 'http 500' };
  expect((await act(support, 'retry', one)).errorCode).toBe(0);
  await expect
    .poll(async () => (await list(support)).find(({ id }) => id === one))
    .toMatchObject({ reason: 'http 500', tries: 2, isRetrying: false });

  answer = { is: 'sent' };
  await act(support, 'retry', one);
  await expect.poll(async () => (await list(support)).map(({ id }) => id)).toEqual([two]);
  expect(sent.filter((text) => text === 'k1 1 sent')).toHaveLength(1);

  expect((await act(support, 'give-up', two)).errorCode).toBe(0);
  expect((await act(support, 'give-up', two)).outcome).toBe('DEAD_LETTER_NOT_FOUND');
  expect((await act(support, 'retry', one)).outcome).toBe('DEAD_LETTER_NOT_FOUND');
  const detail = (kind: string) => ({ kind, reason: 'the service works again' });
  expect(await audited()).toEqual([
    { action: 'dead-letter-retried', subject: `dead-letter:${one}`, detail: detail('orderPaid') },
    { action: 'dead-letter-retried', subject: `dead-letter:${one}`, detail: detail('orderPaid') },
    { action: 'dead-letter-given-up', subject: `dead-letter:${two}`, detail: detail('phraseChanged') },
  ]);
});

it('shows which push service fails, since when and why', async () => {
  const [risk, member] = [await server.operator('risk'), await server.member()];
  answer = { is: 'down', reason: 'ECONNREFUSED' };
  await inTransaction(db, async (tx) => {
    await subscribeToInbox(tx, { carrier: 'web-push', key: 'k2', lane: 'https://q', memberId: member.id });
    await prove(tx, 'k2');
    await notify(tx, [{ memberId: member.id, type: 'phraseChanged', extra: {} }]);
  });
  const lanes = async () =>
    (await risk.send<CallOutput<'/operator/delivery/read'>>('/operator/delivery/read', {})).data.lanes;
  await expect.poll(lanes).toContainEqual({
    carrier: 'web-push',
    lane: 'https://q',
    waitingSince: expect.any(String),
    failing: { since: expect.any(String), nextTryAt: expect.any(String), reason: 'ECONNREFUSED' },
  });
  expect(await lanes()).toContainEqual(
    expect.objectContaining({ lane: 'https://p', waitingSince: null, failing: null }),
  );
});
