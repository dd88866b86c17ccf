import { connect } from 'node:net';
import { join } from 'node:path';
import { keepPostgres } from '@holdfast/postgres';
import { StartError } from '../lib/start-error.ts';

const CONNECT_TIMEOUT_MS = 5000;
const POSTGRES_PORT = 5432;

export type RunningDatabase = { url: string; stop: () => Promise<void> };

/** Throws one sentence, without the password, where nothing answers at an outside database's address. */
async function assertReachable(databaseUrl: string): Promise<void> {
  if (!URL.canParse(databaseUrl)) throw new StartError('DATABASE_URL is not a postgres:// address.');
  const { hostname, port } = new URL(databaseUrl);
  const target = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || POSTGRES_PORT) };
  await new Promise<void>((resolve, reject) => {
    const refuse = (reason: string): void =>
      reject(
        new StartError(
          `No PostgreSQL answers at ${target.host}:${target.port} (${reason}): is DATABASE_URL right?`,
        ),
      );
    const socket = connect({ ...target, timeout: CONNECT_TIMEOUT_MS });
    socket.once('connect', resolve);
    socket.once('timeout', () => refuse('no answer'));
    socket.once('error', (error: NodeJS.ErrnoException) => refuse(error.code ?? error.message));
    socket.once('ready', () => socket.destroy());
  });
}

type Options = {
  dataDir: string;
  databaseUrl?: string | undefined;
  postgres?: { dataDir?: string; settings?: Record<string, string> };
  log: (line: string) => void;
};

/** The embedded PostgreSQL of the data folder, or the outside one, which nobody here stops. */
export async function openDatabase({
  dataDir,
  databaseUrl,
  postgres,
  log,
}: Options): Promise<RunningDatabase> {
  if (databaseUrl !== undefined) {
    await assertReachable(databaseUrl);
    return { url: databaseUrl, stop: async () => {} };
  }
  const running = await keepPostgres({ dataDir: join(dataDir, 'postgres'), log, ...postgres });
  log(running.reused ? 'PostgreSQL was still running: using it.' : 'PostgreSQL is running.');
  return { url: running.localUrl, stop: () => running.stop() };
}
