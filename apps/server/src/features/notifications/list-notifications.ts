import type { Handler } from '#platform/gateway/call-table.ts';
import { findMessagesAfter } from './inbox.store.ts';
import { toInboxRow } from './to-inbox-row.ts';

const PAGE = 50;

export const listNotifications: Handler<'/member/notification/list'> = async ({ tx, session }, { after }) => {
  const { memberId } = session;
  const rows = await findMessagesAfter(tx, { memberId, seq: BigInt(after ?? '0'), limit: PAGE + 1 });
  return { rows: rows.slice(0, PAGE).map(toInboxRow), more: rows.length > PAGE };
};
