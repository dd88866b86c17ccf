import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testDatabase } from '@holdfast/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { markDemoDatabase } from '#platform/db/demo-mark.ts';
import { localSecrets } from '#platform/secrets/secrets.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const database = await testDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'holdfast-main-'));
localSecrets(dataDir);
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Starts a production gateway as it starts in production, and answers how it ended: it listens on any port if it does start. */
function start(): Promise<{ code: unknown; said: string }> {
  const env = {
    ...process.env,
    HOLDFAST_MODE: 'production',
    HOLDFAST_ROLES: 'gateway',
    HOLDFAST_DATA: dataDir,
    DATABASE_URL: database.url,
    DATABASE_APP_URL: database.appUrl,
    TRUSTED_PROXIES: 'none',
    CHANNEL_KEYS_FILE: join(dataDir, 'secrets', 'channel-keys.json'),
    MASTER_KEY_FILE: join(dataDir, 'secrets', 'master-key'),
    PORT: '0',
    LOG_LEVEL: 'silent',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN], { env, timeout: 20_000 }, (error, _stdout, said) =>
      resolve({ code: error?.code, said }),
    );
  });
}

describe('a production server', () => {
  it('does not start on a clock that was moved', async () => {
    await database.setClock('1 hour');
    expect(await start()).toEqual({
      code: 1,
      said: expect.stringContaining("The database's clock is moved"),
    });
    await database.setClock('0');
  });

  it('does not start on a database that was seeded as a demo', async () => {
    await inTransaction(database.owner, markDemoDatabase);
    expect(await start()).toEqual({
      code: 1,
      said: expect.stringContaining('The database was seeded as a demo'),
    });
  });
});
