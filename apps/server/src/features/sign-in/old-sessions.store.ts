import { INACTIVITY_TIMEOUT_MS } from '@holdfast/contract/constants';
import { sql, type RawBuilder } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';
import { EXPIRES_AT } from './session.store.ts';

const DESCRIBED_DAYS = 90;
const BATCH = 5000;

const remembered = sql`platform.app_now() - make_interval(days => ${sql.lit(DESCRIBED_DAYS)})`;

// Each begins with the condition of its index, word for word.
const ENDED = sql`ended_at is not null and (device_name <> '' or place <> '' or network <> '' or ended_by <> '{}')
  and ended_at < ${remembered}`;
/**
 * Nobody has written down that these ended. The first comparison is for the index: it leaves those that expired, and of those that did
 * not at most the sessions of one day.
 */
const EXPIRED = sql`ended_at is null and (device_name <> '' or place <> '' or network <> '')
  and created_at < ${remembered} - make_interval(secs => ${INACTIVITY_TIMEOUT_MS / 1000}::int)
  and ${EXPIRES_AT} < ${remembered}`;

/**
 * Takes device and place from sessions that ended long ago: what a member needs to see of them is in the history of sign-ins. The row
 * stays, so that its proof is still refused as that of an ended session.
 */
export async function forgetOldSessions(db: Database | Tx): Promise<void> {
  await forget(db, ENDED, sql`ended_at`);
  await forget(db, EXPIRED, sql`created_at`);
}

/** In the order of the index, and up to a known number, so that PostgreSQL reads that index alone (see `sweep`). */
async function forget(
  db: Database | Tx,
  isOld: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<void> {
  for (let forgotten = BATCH; forgotten === BATCH;) {
    const { numAffectedRows } = await sql`
      update member.session set device_name = '', place = '', network = '', ended_by = '{}'
      where id = any(array(select id from member.session where ${isOld} order by ${order} limit ${sql.lit(BATCH)}))`.execute(
      db,
    );
    forgotten = Number(numAffectedRows ?? 0n);
  }
}
