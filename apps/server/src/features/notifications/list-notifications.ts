import type { Handler } from '#platform/gateway/call-table.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import { findMessagesAfter } from './inbox.store.ts';
import { toInboxRow } from './to-inbox-row.ts';

const PAGE = 50;

/** Every message after the last one that the device has, oldest first, page by page. */
export const listNotifications: Handler<'/member/notification/list'> = async (
  { tx, session },
  { after, cursor },
) => {
  const [seq = BigInt(after ?? 0)] = keysOf(cursor, 1);
  const found = await findMessagesAfter(tx, { memberId: session.memberId, seq, limit: PAGE + 1 });
  const { items, next } = toPage(found, PAGE, (last) => [last.seq]);
  return { items: items.map(toInboxRow), next };
};
