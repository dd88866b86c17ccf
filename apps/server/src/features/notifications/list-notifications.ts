import type { Handler } from '#platform/gateway/call-table.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import { findMessagesAfter } from './inbox.store.ts';
import { listUnseenSafetyNotices } from './safety-notice.store.ts';
import { toInboxRow } from './to-inbox-row.ts';

const PAGE = 50;

/** Every message after the last one that the device has, oldest first, page by page, and the safety notices to show first. */
export const listNotifications: Handler<'/member/notification/list'> = async (
  { tx, session },
  { after, cursor },
) => {
  const { memberId, installId } = session;
  const [seq = BigInt(after ?? 0)] = keysOf(cursor, 1);
  const found = await findMessagesAfter(tx, { memberId, seq, limit: PAGE + 1 });
  const { items, next } = toPage(found, PAGE, (last) => [last.seq]);
  const safety = cursor === undefined ? await listUnseenSafetyNotices(tx, { memberId, installId }) : [];
  return { items: items.map(toInboxRow), next, safety: safety.map(toInboxRow) };
};
