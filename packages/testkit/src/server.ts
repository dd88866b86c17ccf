import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, stopPostgres, type StartOptions } from '@holdfast/postgres';

/** A PostgreSQL for one test run, deleted afterwards. */
export interface TestServer {
  /** The superuser, on its own database. */
  readonly url: string;
  stop(): Promise<void>;
}

const PREFIX = 'holdfast-test-';
const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * The folder for temporary databases: in memory if there is room, else the temporary folder. A clone of the template is a thousand files,
 * which a disk creates more slowly than the tests run.
 */
export function scratchFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Starts a PostgreSQL in a folder of its own under `parent`, so that concurrent runs do not conflict. It first removes the folders of killed
 * runs. Benches that measure the disk use the default `parent`.
 */
export async function startTestServer({
  parent = tmpdir(),
  ...options
}: Pick<StartOptions, 'settings' | 'scheduling'> & { parent?: string } = {}): Promise<TestServer> {
  await removeLeftOvers(parent);
  const dir = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  chmodSync(dir, 0o711); // the server's user must get through when root runs the tests
  const server = await startPostgres({ dataDir: dir, ...options });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function removeLeftOvers(parent: string): Promise<void> {
  for (const name of readdirSync(parent)) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (owner === undefined || existsSync(`/proc/${owner}`) || !existsSync('/proc')) continue;
    const dir = join(parent, name);
    try {
      writeFileSync(join(dir, 'swept'), '', { flag: 'wx' }); // another user's folder, or another run is removing it
    } catch {
      continue;
    }
    await stopPostgres(dir);
    rmSync(dir, { recursive: true, force: true });
  }
}
