import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { listMaintenance, type Downtime, type MaintenanceMessage } from './downtime.store.ts';

/**
 * The maintenance as this process knows it. While one runs, every call except the version check is refused. A command writes it; every
 * process follows within seconds.
 */
export interface MaintenanceState {
  /** The end of the running maintenance. */
  readonly until: () => Date | undefined;
  /** A maintenance that has not begun. */
  readonly planned: () => Downtime | undefined;
  /** What operators say about the one or the other. */
  readonly message: () => MaintenanceMessage | undefined;
}

const READ_MS = 2000;

/** Polls the maintenance. While the database does not answer, the last known value stays. */
export async function watchMaintenance({
  db,
  log,
}: {
  db: Database;
  log: Log;
}): Promise<MaintenanceState & { stop: () => void }> {
  let [known] = await listMaintenance(db);
  const read = async () => {
    try {
      [known] = await listMaintenance(db);
    } catch (error) {
      log.warn({ err: error }, 'the maintenance could not be read');
    }
  };
  const timer = setInterval(() => void read(), READ_MS).unref();
  return {
    until: () => (known?.isRunning ? known.until : undefined),
    planned: () => (known && !known.isRunning ? { from: known.from, until: known.until } : undefined),
    message: () => (known?.message.zhTW ? known.message : undefined),
    stop: () => clearInterval(timer),
  };
}

/** Parses the command's arguments: an instant such as `2026-01-01T02:00:00Z`, or `off`. Undefined if they are invalid. */
export function parseMaintenance(
  until: string,
  from: string | undefined,
  now: Date,
): Downtime | 'off' | undefined {
  if (until === 'off') return 'off';
  const begins = from === undefined ? now : new Date(from);
  const ends = new Date(until);
  return ends > begins && ends > now ? { from: begins, until: ends } : undefined;
}
