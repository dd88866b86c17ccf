import { toOrderId, type MemberId } from '@holdfast/kernel';
import { testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { createLog } from '#platform/log/log.ts';
import { enqueueHints, enqueueHintsFor, publishHints, TOPICS, type Topic } from './outbox.store.ts';
import { BATCH, startRelay } from './relay.ts';

const { db, owner, pool } = await testDatabase();
const INT8_MAX = String(2n ** 63n - 1n);

const commit = (member: string, topics: readonly Topic[]) =>
  inTransaction(db, (tx) => enqueueHintsFor(tx, [member as MemberId], topics));

/** What the gateways hear from now on. */
async function listen(): Promise<string[]> {
  const heard: string[] = [];
  const client = await pool.connect();
  client.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await client.query('listen holdfast_live');
  onTestFinished(() => client.release(true));
  return heard;
}

it('publishes the hints of many commits at once, each once, and removes them', async () => {
  const heard = await listen();
  await commit('7', ['orders', 'balance']);
  await commit('7', ['orders']);
  await commit('9', ['orders']);
  expect((await publishHints(db, 200)).count).toBe(3);
  expect((await publishHints(db, 200)).count).toBe(0);
  await expect.poll(() => heard.length).toBe(1);
  expect(JSON.parse(heard[0] ?? '')).toEqual([
    ['7', 'balance orders'],
    ['9', 'orders'],
  ]);
});

it('tells whoever looks at an order of what operators see of it, in the row of the member', async () => {
  const heard = await listen();
  await inTransaction(db, (tx) =>
    enqueueHints(tx, [
      { memberId: '7' as MemberId, topic: 'balance' },
      { memberId: '7' as MemberId, topic: 'orders', orderId: toOrderId('5') },
      { memberId: '7' as MemberId, topic: 'thread', orderId: toOrderId('6') },
      { memberId: '9' as MemberId, topic: 'inbox' },
    ]),
  );
  expect((await publishHints(db, 200)).count).toBe(3);
  await expect.poll(() => heard.length).toBe(1);
  expect(JSON.parse(heard[0] ?? '')).toEqual([
    ['7', 'balance orders thread'],
    ['9', 'inbox'],
    ['order:5', 'orders'],
    ['order:6', 'thread'],
  ]);
});

it('publishes a full batch in one notification, however long the ids are and whatever has changed', async () => {
  const heard = await listen();
  await sql`
    insert into platform.outbox (member_id, topics, order_id)
    select ${INT8_MAX}::bigint - n, ${TOPICS}::text[], ${INT8_MAX}::bigint - n from generate_series(1, ${BATCH}::int) n`.execute(
    owner,
  );
  await sql`
    insert into platform.operator_hint (topic, operator_id)
    select 'ended', ${INT8_MAX}::bigint - n from generate_series(1, 100) n`.execute(owner);
  expect((await publishHints(db, BATCH)).count).toBe(BATCH);
  await expect.poll(() => heard.length).toBe(1);
  await sql`delete from platform.operator_hint`.execute(owner);
});

it('reads each hint a few times, also by a plan that was made while there were none', async () => {
  const read = async () => {
    const { rows } = await sql<{ read: number }>`
      select heap_blks_hit::int as read from pg_statio_user_tables where relid = 'platform.outbox'::regclass`.execute(
      owner,
    );
    return rows[0]?.read ?? 0;
  };
  await sql`delete from platform.outbox`.execute(owner);
  await sql`vacuum analyze platform.outbox`.execute(owner);
  await db.connection().execute(async (one) => {
    await sql`set plan_cache_mode = force_generic_plan`.execute(one);
    await publishHints(one, 100);
    await sql`insert into platform.outbox (member_id, topics) select n, '{orders}' from generate_series(1, 100) n`.execute(
      one,
    );
    await sql`select pg_stat_force_next_flush()`.execute(one);
    const before = await read();
    expect(await publishHints(one, 100)).toMatchObject({ count: 100 });
    await sql`select pg_stat_force_next_flush()`.execute(one);
    expect((await read()) - before).toBeLessThan(1000);
    await sql`reset plan_cache_mode`.execute(one);
  });
});

it('leaves what does not fit into one notification to the next', async () => {
  for (const member of ['1', '2', '3']) await commit(member, ['orders']);
  const counts = [(await publishHints(db, 2)).count, (await publishHints(db, 2)).count];
  expect(counts).toEqual([2, 1]);
});

it('is done soon after somebody wakes the relay, for all who did', async () => {
  const heard = await listen();
  const relay = startRelay({ db, log: createLog('silent'), wakeCarriers: () => {} });
  onTestFinished(() => relay.stop());
  for (const member of ['1', '2', '3']) await commit(member, ['orders']);
  for (let wakes = 0; wakes < 3; wakes += 1) relay.wake();
  const members = () => heard.flatMap((text) => (JSON.parse(text) as string[][]).map(([id]) => id));
  await expect.poll(() => new Set(members())).toEqual(new Set(['1', '2', '3']));
});
