import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, stopPostgres } from '@holdfast/postgres';

/** A PostgreSQL for one run of the tests, gone with it. */
export interface TestServer {
  /** The superuser, on its own database. */
  readonly url: string;
  stop(): Promise<void>;
}

const PREFIX = 'holdfast-test-';

/**
 * Starts a PostgreSQL in a folder of its own under the system's temporary folder. Two runs at once do not meet; what a run that was
 * killed has left is removed by the next one.
 */
export async function startTestServer(settings: Readonly<Record<string, string>>): Promise<TestServer> {
  await removeLeftOvers();
  const dir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  chmodSync(dir, 0o711); // the server's user must get through when root runs the tests
  const server = await startPostgres({ dataDir: dir, settings });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function removeLeftOvers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (owner === undefined || existsSync(`/proc/${owner}`) || !existsSync('/proc')) continue;
    const dir = join(tmpdir(), name);
    try {
      writeFileSync(join(dir, 'swept'), '', { flag: 'wx' }); // somebody else's folder, or another run is at it: leave it
    } catch {
      continue;
    }
    await stopPostgres(dir);
    rmSync(dir, { recursive: true, force: true });
  }
}
