import type { Handler } from '#platform/gateway/call-table.ts';
import { keysOf, NEWEST, toPage } from '#platform/paging/paging.ts';
import { withBroadcasts, type DescribeBroadcasts } from './broadcast-rows.ts';
import { findMessagesAfter, findMessagesBefore } from './inbox.store.ts';
import { listUnseenSafetyNotices } from './safety-notice.store.ts';
import { toInboxRow } from './to-inbox-row.ts';

const PAGE = 50;

/**
 * Every message after the last one that the device has, oldest first, page by page, and the safety notices to show first. Or, to be read
 * again, the newest first.
 */
export const listNotifications =
  (describe: DescribeBroadcasts): Handler<'/member/notification/list'> =>
  async ({ tx, session }, { after, newestFirst, cursor }) => {
    const { memberId, installKey } = session;
    const [seq] = keysOf(cursor, 1);
    const limit = PAGE + 1;
    const found = newestFirst
      ? await findMessagesBefore(tx, { memberId, before: seq ?? NEWEST, limit })
      : await findMessagesAfter(tx, { memberId, seq: seq ?? BigInt(after ?? 0), limit });
    const { items, next } = toPage(found, PAGE, (last) => [last.seq]);
    const isCatchingUp = !newestFirst && cursor === undefined;
    const safety = isCatchingUp ? await listUnseenSafetyNotices(tx, { memberId, installKey }) : [];
    const rows = await withBroadcasts(tx, memberId, { messages: items, describe });
    return { items: rows, next, safety: safety.map(toInboxRow) };
  };
