import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { isClockMoved } from '#platform/db/clock.ts';
import { isDemoDatabase } from '#platform/db/demo-mark.ts';
import { createDiskStore } from '#platform/blobs/disk.ts';
import { createLog } from '#platform/log/log.ts';
import { freshSecrets } from '#testing/personal.ts';
import { APP_FACTS } from '#testing/test-server.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import { seedDemoWorld } from './demo-world.ts';

const database = await testDatabase();
const { db, owner } = database;
const secrets = await freshSecrets(db);
const folder = await mkdtemp(join(tmpdir(), 'holdfast-demo-'));
afterAll(() => rm(folder, { recursive: true }));
const blobs = await createDiskStore(folder);
const seed = () =>
  seedDemoWorld({
    db,
    ownerUrl: database.url,
    secrets,
    // As a demo starts: whoever is seeded must be approved, or the seller's cards and listings are refused.
    appFacts: { ...APP_FACTS, realNameCheck: true },
    blobs,
    log: createLog('silent'),
  });

async function countOf(table: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from ${sql.table(table)}`.execute(db);
  return rows[0]?.count ?? -1;
}

it('is seeded in one transaction, once, and leaves the clock as it was', async () => {
  await sql`alter table orders.event add constraint broken check (transition <> 'T22')`.execute(owner);
  await expect(seed()).rejects.toThrow('broken');
  expect(await isDemoDatabase(db)).toBe(false);
  expect([await countOf('member.member'), await isClockMoved(db)]).toEqual([0, false]);
  await sql`alter table orders.event drop constraint broken`.execute(owner);

  expect(await Promise.all([seed(), seed()])).toEqual([true, true]);
  expect(await isDemoDatabase(db)).toBe(true);
  expect([await countOf('member.member'), await isClockMoved(db)]).toEqual([DEMO_PEOPLE.length, false]);
  const { rows } = await sql`
    select state, count(*)::int from orders.orders group by state order by state`.execute(db);
  expect(rows).toEqual([
    { state: 'FINISHED', count: 3 },
    { state: 'PAID', count: 1 },
  ]);

  const offered = await sql`
    select from orders.listing where cardinality(pay_account_ids) > 0 limit 1`.execute(db);
  expect(offered.rows, 'a listing that is paid by an app').toHaveLength(1);
  const wanted =
    await sql`select from orders.listing where side = 'buy' and state = 'OPEN' group by coin`.execute(db);
  expect(wanted.rows, 'somebody who buys, of each coin').toHaveLength(2);

  await sql`delete from platform.demo_mark`.execute(owner);
  expect(await seed(), 'members whom no demo has made').toBe(false);
}, 60_000);
