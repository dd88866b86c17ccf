import { BROADCAST_NOTICE } from '@holdfast/contract/broadcasts';
import { isLockedGroup, isMuted, noticeGroupOf, type MutableGroup } from '@holdfast/contract/notifications';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';
import { MESSAGE, toMessage, type MessageRow, type StoredMessage } from './inbox.store.ts';

/** So many rows are looked at for one delivery: what a member has muted must not make its read grow. */
export const LOOKED_MAX = 200;

interface Bounds {
  readonly memberId: MemberId;
  readonly after: bigint;
  readonly limit: number;
  readonly usefulMinutes: number;
}

interface Looked {
  readonly seq: bigint;
  readonly type: string;
  readonly isSafety: boolean;
  readonly isUseful: boolean;
}

/** What came after `after`, newest first, without what it says: the newest `LOOKED_MAX`, and the newest safety notices wherever they stand. */
async function lookAt(
  db: Database | Tx,
  { memberId, after, limit, usefulMinutes }: Bounds,
): Promise<Looked[]> {
  const { rows } = await sql<Looked>`
    with looked as (
      (select seq, type, safety, at from inbox.message
       where member_id = ${memberId} and seq > ${after} order by seq desc limit ${LOOKED_MAX})
      union
      (select seq, type, safety, at from inbox.message
       where member_id = ${memberId} and seq > ${after} and safety order by seq desc limit ${limit})
    )
    select seq, type, safety as "isSafety", at > platform.app_now() - make_interval(mins => ${usefulMinutes}::int) as "isUseful"
    from looked order by seq desc`.execute(db);
  return rows;
}

/**
 * The newest that a carrier may send, oldest first, and the newest number of all. Of the account's safety `limit`, and as many of the rest, so that
 * neither pushes the other out: an address may be told of the one alone. What is muted takes no place. The text of a broadcast says whether it
 * can be muted, so those are looked into, besides.
 */
export async function findSendable(
  db: Database | Tx,
  { muted, ...bounds }: Bounds & { readonly muted: readonly MutableGroup[] },
): Promise<{ sendable: StoredMessage[]; lastSeq: bigint }> {
  const { memberId, after, limit } = bounds;
  const looked = await lookAt(db, bounds);
  const useful = looked.filter(({ isUseful }) => isUseful);
  const isWanted = (type: string) => {
    const group = noticeGroupOf(type);
    return isLockedGroup(group) || !muted.includes(group);
  };
  const newest = (which: (row: Looked) => boolean) => useful.filter(which).slice(0, limit);
  const picked = [
    ...newest(({ isSafety }) => isSafety),
    ...newest(({ isSafety, type }) => !isSafety && isWanted(type)),
    ...newest(({ type }) => type === BROADCAST_NOTICE && !isWanted(type)),
  ].map(({ seq }) => String(seq));
  const lastSeq = looked[0]?.seq ?? after;
  if (picked.length === 0) return { sendable: [], lastSeq };
  const { rows } = await sql<MessageRow>`
    select ${MESSAGE} from inbox.message m
    where member_id = ${memberId} and seq = any(${picked}::bigint[]) order by seq`.execute(db);
  const found = rows.map((row) => toMessage(db, memberId, row));
  return { sendable: found.filter((message) => !isMuted(message, muted)), lastSeq };
}
