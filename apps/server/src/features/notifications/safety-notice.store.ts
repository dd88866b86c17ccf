import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';
import { daysAgo, sweep } from '#platform/db/sweep.ts';
import { MESSAGE, toMessage, type MessageRow, type StoredMessage } from './inbox.store.ts';

/** Older safety notices are no longer shown first; they stay in the inbox. */
const SHOWN_DAYS = 30;
const SHOWN_MAX = 20;
/** Whoever breaks in with two installs makes the changes on one and reads them on the other. What was added within three days may be theirs. */
const KNOWN_HOURS = 72;

export interface Viewer {
  readonly memberId: MemberId;
  readonly installKey: Buffer;
}

/** So many of the newest are looked at, however many a member has: a read at each start must not grow with the past. */
const LOOKED_MAX = 200;

/** Recent safety notices that the install did not cause, as `m`. */
const concerning = ({ memberId, installKey }: Viewer) => sql`
  (select * from inbox.message
   where member_id = ${memberId} and safety order by seq desc limit ${LOOKED_MAX}::int) m
  where m.cause_install is distinct from ${installKey}
    and m.at > platform.app_now() - make_interval(days => ${SHOWN_DAYS}::int)`;

/** Lists the safety notices that an install must show, oldest first: not shown on it, and not seen by the member elsewhere. */
export async function listUnseenSafetyNotices(tx: Tx, viewer: Viewer): Promise<StoredMessage[]> {
  const { rows } = await sql<MessageRow>`
    select ${MESSAGE} from ${concerning(viewer)} and not exists (
      select from inbox.seen s
      where s.member_id = m.member_id and s.seq = m.seq and (s.counts or s.install_key = ${viewer.installKey}))
    order by m.seq desc limit ${SHOWN_MAX}`.execute(tx);
  return rows.toReversed().map((row) => toMessage(tx, viewer.memberId, row));
}

/**
 * Records that an install has shown the safety notices up to `seq`. It counts as seen by the member only for notices that are three days
 * later than `knownSince`, PostgreSQL's text of the time since when the account knows the install: whoever breaks in has newer installs.
 */
export async function recordSeen(
  tx: Tx,
  { seq, knownSince, ...viewer }: Viewer & { seq: string; knownSince: string | undefined },
): Promise<void> {
  await sql`
    insert into inbox.seen (member_id, seq, install_key, counts)
    select m.member_id, m.seq, ${viewer.installKey}, coalesce(m.at > ${knownSince ?? null}::timestamptz + make_interval(hours => ${KNOWN_HOURS}::int), false)
    from ${concerning(viewer)} and m.seq <= ${seq}
    on conflict do nothing`.execute(tx);
}

/** Deletes records of notices that are no longer shown first. */
export async function sweepSeen(db: Database): Promise<void> {
  await sweep(db, { table: 'inbox.seen', column: 'at', before: daysAgo(SHOWN_DAYS + 1) });
}
