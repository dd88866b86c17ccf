import type { OperatorId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { inTransaction, type Database, type Tx } from '#platform/db/db.ts';

/** A time in which the product stands still. */
export interface Downtime {
  readonly from: Date;
  readonly until: Date;
}

/** What members read besides the times. */
export interface MaintenanceMessage {
  readonly zhTW: string;
  readonly en: string;
}

/** Who plans, why, and what members read. A command on the server says none of it. */
interface MaintenancePlan extends Downtime {
  readonly message?: MaintenanceMessage;
  readonly reason?: string;
  readonly plannedBy?: OperatorId;
}

export interface KnownMaintenance extends Downtime {
  readonly id: string;
  readonly isRunning: boolean;
  readonly message: MaintenanceMessage;
  readonly reason: string;
  readonly plannedBy: OperatorId | null;
}

/** The maintenance that is running and the next one, in this order. */
export async function listMaintenance(db: Database): Promise<readonly KnownMaintenance[]> {
  const { rows } = await sql<KnownMaintenance>`
    select id::text, starts_at as from, ends_at as until, starts_at <= platform.app_now() as "isRunning", reason,
      json_build_object('zhTW', message_zh, 'en', message_en) as message, planned_by::text as "plannedBy"
    from platform.downtime where kind = 'maintenance' and settled_at is null and ends_at > platform.app_now()
    order by starts_at limit 2`.execute(db);
  return rows;
}

/** Ends the maintenance that is running and forgets one that is planned. */
export async function endMaintenance(db: Database): Promise<void> {
  await inTransaction(db, async (tx) => {
    await forgetPlanned(tx);
    await sql`update platform.downtime set ends_at = platform.app_now() where ${IS_RUNNING}`.execute(tx);
  });
}

/** Ends this one, or forgets it if it has not begun; undefined if it is neither running nor planned. */
export async function endOneMaintenance(tx: Tx, id: string): Promise<'ended' | 'cancelled' | undefined> {
  const { rows: cancelled } = await sql`
    delete from platform.downtime where id = ${id} and ${IS_PLANNED} returning id`.execute(tx);
  if (cancelled.length > 0) return 'cancelled';
  const { rows: ended } = await sql`
    update platform.downtime set ends_at = platform.app_now() where id = ${id} and ${IS_RUNNING} returning id`.execute(
    tx,
  );
  return ended.length > 0 ? 'ended' : undefined;
}

/** As a command plans it: `planMaintenance` in a transaction of its own. */
export async function setMaintenance(db: Database, plan: Downtime): Promise<void> {
  await inTransaction(db, async (tx) => {
    if ((await planMaintenance(tx, plan)) === undefined)
      throw new Error('The maintenance overlaps one that is running.');
  });
}

/**
 * Plans a maintenance in place of the one that is planned, or begins one at once. One that is running already gets the new end. Returns its
 * id; undefined if it would overlap the one that is running, and then the transaction must not be kept.
 */
export async function planMaintenance(tx: Tx, plan: MaintenancePlan): Promise<string | undefined> {
  const { from, until, message, reason = '', plannedBy = null } = plan;
  // Two that are planned at once would each not see the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('maintenance', 0))`.execute(tx);
  await forgetPlanned(tx);
  const { rows: changed } = await sql<{ id: string }>`
    update platform.downtime set ends_at = ${until}, reason = ${reason}, planned_by = ${plannedBy},
      message_zh = coalesce(${message?.zhTW ?? null}, message_zh), message_en = coalesce(${message?.en ?? null}, message_en)
    where ${IS_RUNNING} and ${from} <= platform.app_now() returning id::text`.execute(tx);
  if (changed[0]) return changed[0].id;
  // Nothing stood still before anybody said so.
  const { rows: added } = await sql<{ id: string }>`
    with planned as (select greatest(${from}, platform.app_now()) as starts_at, ${until}::timestamptz as ends_at)
    insert into platform.downtime (kind, starts_at, ends_at, message_zh, message_en, reason, planned_by)
    select 'maintenance', p.starts_at, p.ends_at, ${message?.zhTW ?? ''}, ${message?.en ?? ''}, ${reason}, ${plannedBy}
    from planned p where not exists (
      select from platform.downtime d
      where tstzrange(d.starts_at, d.ends_at) && tstzrange(p.starts_at, p.ends_at))
    returning id::text`.execute(tx);
  return added[0]?.id;
}

const IS_RUNNING = sql`kind = 'maintenance' and settled_at is null
  and starts_at < platform.app_now() and ends_at > platform.app_now()`;

const IS_PLANNED = sql`kind = 'maintenance' and settled_at is null and starts_at >= platform.app_now()`;

async function forgetPlanned(tx: Tx): Promise<void> {
  await sql`delete from platform.downtime where ${IS_PLANNED}`.execute(tx);
}

/** Condition: the product stands still, or did and its deadlines have not moved yet. Then nothing is due. */
export const STANDS_STILL = sql`exists (select from platform.downtime where settled_at is null and starts_at <= platform.app_now())`;

/** Condition: the product stands still, and nobody has said that it is over. */
export const STILL_GOES_ON = sql`exists (select from platform.downtime
  where settled_at is null and starts_at <= platform.app_now() and ends_at > platform.app_now())`;

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
