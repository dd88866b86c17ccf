import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
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
const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * Where a database that is gone after the tests lies best: in memory where there is room for it, else in the temporary folder. A
 * clone of the template is a thousand files, and a disk takes longer to make them than the tests of the clone.
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
 * Starts a PostgreSQL in a folder of its own under `parent`. Two runs at once do not meet; what a run that was killed has left is
 * removed by the next one. Whoever measures what reaches the disk leaves `parent` out.
 */
export async function startTestServer(
  settings: Readonly<Record<string, string>>,
  parent = tmpdir(),
): Promise<TestServer> {
  await removeLeftOvers(parent);
  const dir = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
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

async function removeLeftOvers(parent: string): Promise<void> {
  for (const name of readdirSync(parent)) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (owner === undefined || existsSync(`/proc/${owner}`) || !existsSync('/proc')) continue;
    const dir = join(parent, name);
    try {
      writeFileSync(join(dir, 'swept'), '', { flag: 'wx' }); // somebody else's folder, or another run is at it: leave it
    } catch {
      continue;
    }
    await stopPostgres(dir);
    rmSync(dir, { recursive: true, force: true });
  }
}
