import type { Database } from '#platform/db/db.ts';
import type { StreamSource } from '#platform/gateway/member-streams.ts';
import { findLastSeq, findMessagesAfter } from './inbox.store.ts';
import { toInboxRow } from './to-inbox-row.ts';

const BATCH = 50;

/** The inbox as live streams read it. */
export function inboxSource(db: Database): StreamSource {
  return {
    lastInboxSeq: (memberId) => findLastSeq(db, memberId),
    async inboxAfter(memberId, seq) {
      const rows = await findMessagesAfter(db, { memberId, seq, limit: BATCH });
      return { rows: rows.map(toInboxRow), lastSeq: rows.at(-1)?.seq ?? seq, more: rows.length === BATCH };
    },
  };
}
