import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testDatabase } from '@holdfast/testkit';
import { afterAll, expect, it } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { setMaintenance, watchMaintenance } from './maintenance.ts';

const database = await testDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-maintenance-'));
afterAll(() => rm(dataDir, { recursive: true }));
const MAIN = join(import.meta.dirname, '..', '..', 'main.ts');

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
