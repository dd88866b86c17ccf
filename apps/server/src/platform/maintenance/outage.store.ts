import type { OperatorId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';
import type { Downtime } from './downtime.store.ts';

/** The ledger of outages: those that the workers have detected by their own silence, and those that operators declare. */

export interface Outage extends Downtime {
  readonly id: string;
  /** It is not over: nothing fires, and the end is the latest that it can have. */
  readonly isRunning: boolean;
  readonly reason: string;
  /** Null: the workers have detected it. */
  readonly declaredBy: OperatorId | null;
}

/** The newest outages. */
export async function listOutages(tx: Tx, limit: number): Promise<Outage[]> {
  const { rows } = await sql<Outage>`
    select id::text, starts_at as from, ends_at as until, ends_at > platform.app_now() as "isRunning", reason, planned_by::text as "declaredBy"
    from platform.downtime where kind = 'outage' order by starts_at desc limit ${limit}`.execute(tx);
  return rows;
}

/**
 * Writes an outage down. What lies in another downtime is taken out, so that no minute counts twice; returns the ids of what is left, in order.
 */
export async function addOutage(
  tx: Tx,
  {
    from,
    until,
    reason,
    declaredBy,
  }: Downtime & { readonly reason: string; readonly declaredBy: OperatorId },
): Promise<string[]> {
  // Two at once would each not see the other, nor a maintenance that is planned meanwhile.
  await sql`select pg_advisory_xact_lock(hashtextextended('maintenance', 0))`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    with asked as (select tstzrange(${from}::timestamptz, ${until}::timestamptz) as range),
    known as (
      select coalesce(range_agg(tstzrange(starts_at, ends_at)), '{}'::tstzmultirange) as still
      from platform.downtime, asked where tstzrange(starts_at, ends_at) && asked.range),
    added as (
      insert into platform.downtime (kind, starts_at, ends_at, reason, planned_by)
      select 'outage', lower(part), upper(part), ${reason}, ${declaredBy}
      from asked, known, unnest(tstzmultirange(asked.range) - known.still) part
      returning id, starts_at)
    select id::text from added order by starts_at`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Says that an outage that runs is over; false if it does not run. */
export async function endOutage(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update platform.downtime set ends_at = platform.app_now()
    where id = ${id} and kind = 'outage' and settled_at is null and starts_at < platform.app_now() and ends_at > platform.app_now()
    returning id`.execute(tx);
  if (rows.length === 0) return false;
  // One that was declared over a planned maintenance goes on after it, and this part is over as well.
  await sql`delete from platform.downtime where kind = 'outage' and settled_at is null and starts_at > platform.app_now()`.execute(
    tx,
  );
  return true;
}
