import { sql } from 'kysely';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';

/** The time in which every call except the version check is refused. A command writes it; every process follows within seconds. */
export interface Maintenance {
  readonly from: Date;
  readonly until: Date;
}

/** The cached maintenance setting of this process. */
export interface MaintenanceState {
  /** The end of the running maintenance. */
  readonly until: () => Date | undefined;
  /** A maintenance that has not begun. */
  readonly planned: () => Maintenance | undefined;
}

const READ_MS = 2000;

export async function setMaintenance(db: Database, maintenance: Maintenance | undefined): Promise<void> {
  if (!maintenance) await sql`delete from platform.setting where name = 'maintenance'`.execute(db);
  else
    await sql`
      insert into platform.setting (name, value) values ('maintenance', ${JSON.stringify(maintenance)}::jsonb)
      on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at`.execute(db);
}

interface Known extends Maintenance {
  readonly isRunning: boolean;
}

async function readMaintenance(db: Database): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select begins as from, ends as until, begins <= platform.app_now() as "isRunning"
    from (select (value ->> 'from')::timestamptz as begins, (value ->> 'until')::timestamptz as ends
          from platform.setting where name = 'maintenance') setting
    where ends > platform.app_now()`.execute(db);
  return rows[0];
}

/** Polls the setting. While the database does not answer, the last known value stays. */
export async function watchMaintenance({
  db,
  log,
}: {
  db: Database;
  log: Log;
}): Promise<MaintenanceState & { stop: () => void }> {
  let known = await readMaintenance(db);
  const read = async () => {
    try {
      known = await readMaintenance(db);
    } catch (error) {
      log.warn({ err: error }, 'the maintenance setting could not be read');
    }
  };
  const timer = setInterval(() => void read(), READ_MS).unref();
  return {
    until: () => (known?.isRunning ? known.until : undefined),
    planned: () => (known && !known.isRunning ? { from: known.from, until: known.until } : undefined),
    stop: () => clearInterval(timer),
  };
}

/** Parses the command's arguments: an instant such as `2026-01-01T02:00:00Z`, or `off`. Undefined if they are invalid. */
export function parseMaintenance(
  until: string,
  from: string | undefined,
  now: Date,
): Maintenance | 'off' | undefined {
  if (until === 'off') return 'off';
  const begins = from === undefined ? now : new Date(from);
  const ends = new Date(until);
  return ends > begins && ends > now ? { from: begins, until: ends } : undefined;
}
