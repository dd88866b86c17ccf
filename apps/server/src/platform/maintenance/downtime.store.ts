import { sql } from 'kysely';
import { inTransaction, type Database, type Tx } from '#platform/db/db.ts';

/** A time in which the product stands still. */
export interface Downtime {
  readonly from: Date;
  readonly until: Date;
}

interface KnownMaintenance extends Downtime {
  readonly isRunning: boolean;
}

/** The maintenance that is running, or the next one. */
export async function findMaintenance(db: Database): Promise<KnownMaintenance | undefined> {
  const { rows } = await sql<KnownMaintenance>`
    select starts_at as from, ends_at as until, starts_at <= platform.app_now() as "isRunning"
    from platform.downtime where kind = 'maintenance' and settled_at is null and ends_at > platform.app_now()
    order by starts_at limit 1`.execute(db);
  return rows[0];
}

/** Ends the maintenance that is running and forgets one that is planned. */
export async function endMaintenance(db: Database): Promise<void> {
  await inTransaction(db, async (tx) => {
    await forgetPlanned(tx);
    await sql`update platform.downtime set ends_at = platform.app_now() where ${IS_RUNNING}`.execute(tx);
  });
}

/** Plans a maintenance in place of the one that is planned, or begins one at once. One that is running already gets the new end. */
export async function setMaintenance(db: Database, { from, until }: Downtime): Promise<void> {
  await inTransaction(db, async (tx) => {
    await forgetPlanned(tx);
    const { rows } = await sql`
      update platform.downtime set ends_at = ${until}
      where ${IS_RUNNING} and ${from} <= platform.app_now() returning id`.execute(tx);
    if (rows.length > 0) return;
    // Nothing stood still before anybody said so.
    await sql`
      insert into platform.downtime (kind, starts_at, ends_at)
      values ('maintenance', greatest(${from}, platform.app_now()), ${until})`.execute(tx);
  });
}

const IS_RUNNING = sql`kind = 'maintenance' and settled_at is null
  and starts_at < platform.app_now() and ends_at > platform.app_now()`;

async function forgetPlanned(tx: Tx): Promise<void> {
  await sql`
    delete from platform.downtime
    where kind = 'maintenance' and settled_at is null and starts_at >= platform.app_now()`.execute(tx);
}

/** Condition: the product stands still, or did and its deadlines have not moved yet. Then nothing is due. */
export const STANDS_STILL = sql`exists (select from platform.downtime where settled_at is null and starts_at <= platform.app_now())`;

export async function standsStill(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ still: boolean }>`select ${STANDS_STILL} as still`.execute(tx);
  return rows[0]?.still ?? false;
}

const IS_OVER = sql`settled_at is null and ends_at <= platform.app_now()`;
/** All running deadlines move in one statement. */
const MOVE_SECONDS_MAX = 120;

/**
 * Settles each downtime that is over: `move` moves the deadlines by its length in the transaction that marks it, so that this happens once,
 * whichever process comes first, and also when none ran at its end.
 */
export async function settleDowntimes(
  db: Database,
  move: (tx: Tx, downtime: Downtime) => Promise<void>,
): Promise<void> {
  const { rows: over } = await sql`select from platform.downtime where ${IS_OVER}`.execute(db);
  if (over.length === 0) return;
  await inTransaction(db, async (tx) => {
    await sql`select set_config('statement_timeout', ${`${MOVE_SECONDS_MAX}s`}, true)`.execute(tx);
    const { rows } = await sql<Downtime>`
      update platform.downtime set settled_at = platform.app_now() where ${IS_OVER}
      returning starts_at as from, ends_at as until`.execute(tx);
    const inOrder = rows.toSorted((a, b) => a.from.getTime() - b.from.getTime());
    for (const downtime of inOrder) await move(tx, downtime);
  });
}
