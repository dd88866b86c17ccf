import type { InboxRow } from '@holdfast/contract/calls';
import { accountNoticeTitle, isOrderNotificationType } from '@holdfast/contract/notifications';
import { noticeTitle, type Hat } from '@holdfast/contract/orders';
import type { Database } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import type { StreamSource } from '#platform/gateway/stream.ts';
import { findLastSeq, findMessagesAfter, type InboxMessageRow } from './inbox.store.ts';

const PAGE = 50;

/** A message as the member's app gets it. Titles are the zh-TW ones; an app in another language takes its own by the type. */
function toInboxRow(row: InboxMessageRow): InboxRow {
  const hats: Hat[] = [row.extra['isOwner'] === true ? 'owner' : 'locker'];
  const title = isOrderNotificationType(row.type)
    ? noticeTitle(row.type, hats).zhTW
    : (accountNoticeTitle(row.type)?.zhTW ?? row.type);
  const { serialNo, device, place } = row.extra;
  return {
    seq: String(row.seq),
    type: row.type,
    title,
    content: [serialNo, device, place].filter((part) => typeof part === 'string').join(' · '),
    extra: row.extra,
    at: row.at.toISOString(),
  };
}

export const listNotifications: Handler<'/member/notification/list'> = async ({ tx, session }, { after }) => {
  const { memberId } = session;
  const rows = await findMessagesAfter(tx, { memberId, seq: BigInt(after ?? '0'), limit: PAGE + 1 });
  return { rows: rows.slice(0, PAGE).map(toInboxRow), more: rows.length > PAGE };
};

/** What live streams read. */
export function inboxSource(db: Database): StreamSource {
  return {
    lastInboxSeq: (memberId) => findLastSeq(db, memberId),
    async inboxAfter(memberId, seq) {
      const rows = await findMessagesAfter(db, { memberId, seq, limit: PAGE });
      return { rows: rows.map(toInboxRow), lastSeq: rows.at(-1)?.seq ?? seq, more: rows.length === PAGE };
    },
  };
}
