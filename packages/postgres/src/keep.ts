import { setTimeout as sleep } from 'node:timers/promises';
import { settlePlace } from './place.ts';
import { findPostmaster } from './postmaster.ts';
import { startPostgres, type RunningPostgres, type StartOptions } from './start.ts';

const WATCH_MS = 250;
const BACK_OFF_MS = 500;
const BACK_OFF_MS_MAX = 10_000;

/**
 * `startPostgres`, and a new start on the same port whenever the server has died: killed by hand, by the system when memory ran out, or by
 * its own panic. Whoever uses it sees a pause and reconnects. `stop` ends the watch too.
 */
export async function keepPostgres(options: StartOptions): Promise<RunningPostgres> {
  const { log = () => {} } = options;
  let server = await startPostgres(options);
  const { cluster } = settlePlace(options.dataDir);
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});

  async function restart(): Promise<void> {
    log(`PostgreSQL (pid ${server.pid}) has died: starting it again`);
    for (let wait = BACK_OFF_MS; !signal.aborted; wait = Math.min(2 * wait, BACK_OFF_MS_MAX)) {
      try {
        server = await startPostgres({ ...options, port: server.port });
        log('PostgreSQL is running again');
        return;
      } catch (error) {
        log(
          `PostgreSQL did not come back, and is tried again: ${error instanceof Error ? error.message : String(error)}`,
        );
        await pause(wait);
      }
    }
  }

  const watch = (async () => {
    while (!signal.aborted) {
      await pause(WATCH_MS);
      if (!signal.aborted && findPostmaster(cluster) === undefined) await restart();
    }
  })();

  return {
    url: server.url,
    localUrl: server.localUrl,
    port: server.port,
    reused: server.reused,
    get pid() {
      return server.pid;
    },
    async stop() {
      stopping.abort();
      await watch; // a restart that is under way ends first, or it would outlive the stop
      await server.stop();
    },
  };
}
