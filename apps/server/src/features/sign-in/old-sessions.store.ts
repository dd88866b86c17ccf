import { sql } from 'kysely';
import type { Database } from '#platform/db/db.ts';

const DESCRIBED_DAYS = 90;
const BATCH = 5000;

/**
 * Takes device and place from sessions that ended long ago: what a member needs to see of them is in the history of sign-ins. The row
 * stays, so that its proof is still refused as that of an ended session.
 */
export async function forgetOldSessions(db: Database): Promise<void> {
  for (let forgotten = BATCH; forgotten === BATCH;) {
    // The condition of the index session_described, word for word.
    const { numAffectedRows } = await sql`
      update member.session set device_name = '', place = '', network = '', ended_by = '{}'
      where id = any(array(
        select id from member.session
        where ended_at is not null and (device_name <> '' or place <> '' or network <> '' or ended_by <> '{}')
          and ended_at < platform.app_now() - make_interval(days => ${DESCRIBED_DAYS}::int)
        limit ${BATCH}))`.execute(db);
    forgotten = Number(numAffectedRows ?? 0n);
  }
}
