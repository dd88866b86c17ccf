import { testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { settleDowntimes } from './downtime.store.ts';
import { beat } from './heartbeat.store.ts';

const { db, owner } = await testDatabase();

afterEach(async () => {
  await sql`delete from platform.downtime`.execute(owner);
  await sql`delete from platform.heartbeat`.execute(owner);
});

async function lastBeat(minutesAgo: number): Promise<void> {
  await beat(db);
  await sql`update platform.heartbeat set beat_at = clock_timestamp() - make_interval(secs => ${minutesAgo * 60})`.execute(
    owner,
  );
}

async function downtimes() {
  const { rows } = await sql<{ kind: string; minutes: number; settled: boolean }>`
    select kind, round(extract(epoch from ends_at - starts_at) / 60)::int as minutes, settled_at is not null as settled
    from platform.downtime order by starts_at`.execute(owner);
  return rows;
}

it('makes no outage of the first beat, nor of a restart', async () => {
  expect(await beat(db)).toBe(0);
  await lastBeat(1.9);
  expect(await beat(db)).toBe(0);
  expect(await downtimes()).toEqual([]);
});

it('makes one outage of the time in which no worker was there, whichever comes back first, and it is settled once', async () => {
  await lastBeat(30);
  const added = await Promise.all(Array.from({ length: 4 }, () => beat(db)));
  expect(added.filter((seconds) => seconds > 0).map((seconds) => Math.round(seconds / 60))).toEqual([30]);
  expect(await downtimes()).toEqual([{ kind: 'outage', minutes: 30, settled: false }]);
  const moved: number[] = [];
  for (let run = 0; run < 2; run += 1)
    await settleDowntimes(db, async (_, { from, until }) => {
      moved.push(Math.round((until.getTime() - from.getTime()) / 60_000));
    });
  expect(moved).toEqual([30]);
  expect(await beat(db)).toBe(0);
});

it('counts what lies in a maintenance once', async () => {
  await sql`insert into platform.downtime (kind, starts_at, ends_at)
            values ('maintenance', platform.app_now() - interval '50 minutes', platform.app_now() - interval '20 minutes')`.execute(
    owner,
  );
  await lastBeat(60);
  expect(Math.round((await beat(db)) / 60)).toBe(30);
  expect(await downtimes()).toEqual([
    { kind: 'outage', minutes: 10, settled: false },
    { kind: 'maintenance', minutes: 30, settled: false },
    { kind: 'outage', minutes: 20, settled: false },
  ]);
});
