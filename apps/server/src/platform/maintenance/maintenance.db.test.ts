import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { endMaintenance, setMaintenance, settleDowntimes } from './downtime.store.ts';
import { watchMaintenance } from './maintenance.ts';

const database = await testDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-maintenance-'));
afterAll(() => rm(dataDir, { recursive: true }));
const MAIN = join(import.meta.dirname, '..', '..', 'main.ts');

afterEach(async () => {
  await database.setClock('0');
  await sql`delete from platform.downtime`.execute(database.owner);
});

/** The command as an operator types it. */
async function command(...words: string[]): Promise<string> {
  const env = {
    HOLDFAST_MODE: 'test',
    HOLDFAST_DATA: dataDir,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'silent',
  };
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...words], { env });
  return stdout.trim();
}

async function known() {
  const watch = await watchMaintenance({ db: database.db, log: createLog('silent') });
  watch.stop();
  return { until: watch.until()?.toISOString(), planned: watch.planned()?.from.toISOString() };
}

it('is started, planned and ended by a command, and ends by itself', async () => {
  const [from, until] = ['2098-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'];
  expect(await command('--maintenance-until', until, '--maintenance-from', from)).toContain(`until ${until}`);
  expect(await known()).toEqual({ until: undefined, planned: from });
  expect(await command('--maintenance-until', 'off')).toBe('Maintenance is off.');
  expect(await known()).toEqual({ until: undefined, planned: undefined });

  const inAnHour = new Date(Date.now() + 3_600_000);
  await setMaintenance(database.db, { from: new Date(), until: inAnHour });
  expect((await known()).until).toBe(inAnHour.toISOString());
  await database.setClock('2 hours');
  expect(await known()).toEqual({ until: undefined, planned: undefined });
}, 60_000);

describe('a downtime', () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);
  const downtimes = async () => {
    const { rows } = await sql<{ minutes: number; settled: boolean }>`
      select round(extract(epoch from ends_at - starts_at) / 60)::int as minutes, settled_at is not null as settled
      from platform.downtime order by starts_at`.execute(database.db);
    return rows;
  };

  it('that runs gets a new end in place of a second one, and does not begin before it is said', async () => {
    await setMaintenance(database.db, { from: new Date(0), until: minutes(30) });
    await setMaintenance(database.db, { from: minutes(-1), until: minutes(60) });
    expect(await downtimes()).toEqual([{ minutes: 60, settled: false }]);
  });

  it('is planned once, beside the one that runs; and an end ends both', async () => {
    await setMaintenance(database.db, { from: minutes(0), until: minutes(30) });
    for (const begins of [60, 90])
      await setMaintenance(database.db, { from: minutes(begins), until: minutes(100) });
    expect(await downtimes()).toEqual([
      { minutes: 30, settled: false },
      { minutes: 10, settled: false },
    ]);
    await database.setClock('20 minutes');
    await endMaintenance(database.db);
    expect(await downtimes()).toEqual([{ minutes: 20, settled: false }]);
  });

  it('is settled by one of many processes, after its end and not before', async () => {
    await setMaintenance(database.db, { from: minutes(0), until: minutes(30) });
    const moved: number[] = [];
    const settle = () =>
      settleDowntimes(database.db, async (_tx, { from, until }) => {
        moved.push(Math.round((until.getTime() - from.getTime()) / 60_000));
      });
    await settle();
    expect(moved).toEqual([]);
    await database.setClock('31 minutes');
    await Promise.all(Array.from({ length: 8 }, settle));
    expect(moved).toEqual([30]);
    expect(await downtimes()).toEqual([{ minutes: 30, settled: true }]);
  });

  it('whose deadlines could not be moved is settled by the next try', async () => {
    await setMaintenance(database.db, { from: minutes(0), until: minutes(30) });
    await database.setClock('31 minutes');
    const broken = settleDowntimes(database.db, async () => {
      throw new Error('planted');
    });
    await expect(broken).rejects.toThrow('planted');
    expect(await downtimes()).toEqual([{ minutes: 30, settled: false }]);
  });
});
