import { sql } from 'kysely';
import { inTransaction, type Database, type Tx } from '#platform/db/db.ts';

/** A restart takes less; nobody's time to pay or to check is spoilt by it. */
const GAP_SECONDS = 120;

/**
 * Says that a worker is there. When none was for longer than a restart takes, that time becomes an outage in the ledger of downtimes: nothing
 * that was due in it fires, and it is settled as a maintenance is. What lies in another downtime counts once. Returns the seconds that were
 * added; of workers that come back together the first one adds them.
 */
export async function beat(db: Database): Promise<number> {
  return inTransaction(db, async (tx) => {
    await sql`insert into platform.heartbeat (beat_at) values (clock_timestamp()) on conflict do nothing`.execute(
      tx,
    );
    const { rows: last } = await sql<{ gap: number }>`
      select extract(epoch from clock_timestamp() - beat_at)::float as gap from platform.heartbeat for update`.execute(
      tx,
    );
    await sql`update platform.heartbeat set beat_at = greatest(beat_at, clock_timestamp())`.execute(tx);
    return addGap(tx, last[0]?.gap ?? 0);
  });
}

/**
 * The same look at the last beat by whoever is about to fire a clock while no worker has come yet. It is no beat: a gateway alone does not
 * hide that the workers are away.
 */
export async function noteGap(db: Database): Promise<void> {
  const { rows } = await sql`
    select from platform.heartbeat where clock_timestamp() - beat_at > make_interval(secs => ${GAP_SECONDS})`.execute(
    db,
  );
  if (rows.length === 0) return;
  await inTransaction(db, async (tx) => {
    const { rows: last } = await sql<{ gap: number }>`
      select extract(epoch from clock_timestamp() - beat_at)::float as gap from platform.heartbeat for update`.execute(
      tx,
    );
    await addGap(tx, last[0]?.gap ?? 0);
  });
}

/** What of the gap before now is in no other downtime becomes an outage. */
async function addGap(tx: Tx, gap: number): Promise<number> {
  if (gap <= GAP_SECONDS) return 0;
  const { rows: added } = await sql<{ seconds: number }>`
    with gap as (
      select tstzmultirange(tstzrange(platform.app_now() - make_interval(secs => ${gap}), platform.app_now())) as away),
    known as (
      select coalesce(range_agg(tstzrange(starts_at, ends_at)), '{}'::tstzmultirange) as still
      from platform.downtime, gap where tstzrange(starts_at, ends_at) && gap.away)
    insert into platform.downtime (kind, starts_at, ends_at, reason)
    select 'outage', lower(part), upper(part), 'no worker was there'
    from gap, known, unnest(gap.away - known.still) part
    returning extract(epoch from ends_at - starts_at)::float as seconds`.execute(tx);
  return added.reduce((sum, { seconds }) => sum + seconds, 0);
}
