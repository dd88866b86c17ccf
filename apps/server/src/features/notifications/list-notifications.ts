import type { InboxRow } from '@holdfast/contract/calls';
import { isMuted, type NoticeGroup } from '@holdfast/contract/notifications';
import type { MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { keysOf, NEWEST, toPage, type Page } from '#platform/paging/paging.ts';
import { withBroadcasts, type DescribeBroadcasts } from './broadcast-rows.ts';
import { scanGroup, SCANNED_MAX } from './group.store.ts';
import { findMessagesAfter, findMessagesBefore, type StoredMessage } from './inbox.store.ts';
import { findSuperseded } from './superseded.store.ts';
import { readState, UNREAD_MAX, type ReadState } from './read-state.store.ts';
import { listUnseenSafetyNotices } from './safety-notice.store.ts';
import { toInboxRow } from './to-inbox-row.ts';

const PAGE = 50;
const LIMIT = PAGE + 1;

const isRead = ({ floor, read }: ReadState, seq: bigint): boolean => seq <= floor || read.has(seq);

/** With what the reader has done about a message, and, where `superseded` is known, whether it still asks for something. */
const listed =
  (state: ReadState, superseded: ReadonlySet<bigint> | undefined) =>
  (row: InboxRow): InboxRow & { isRead: boolean; isMuted: boolean; isSuperseded?: boolean } => ({
    ...row,
    isRead: isRead(state, BigInt(row.seq)),
    isMuted: isMuted(row, state.muted),
    ...(superseded && { isSuperseded: superseded.has(BigInt(row.seq)) }),
  });

const pageOf = (found: readonly StoredMessage[]): Page<StoredMessage> =>
  toPage(found, PAGE, (last) => [last.seq]);

/** One group, the newest first. A page ends early where its group is rare: what was looked at is bounded. */
async function findGroup(
  tx: Tx,
  { memberId, group, before }: { memberId: MemberId; group: NoticeGroup; before: bigint },
): Promise<Page<StoredMessage>> {
  const { found, scanned, last } = await scanGroup(tx, { memberId, group, before, limit: LIMIT });
  const page = pageOf(found);
  const isCut = page.next === null && scanned === SCANNED_MAX;
  return isCut ? { ...page, next: String(last) } : page;
}

/** What has not been read, the newest first. It lies within the window of what can be unread. */
async function findUnread(
  tx: Tx,
  { memberId, state, before }: { memberId: MemberId; state: ReadState; before: bigint },
): Promise<Page<StoredMessage>> {
  const unread = Array.from(
    { length: state.unread + state.read.size },
    (_, n) => state.floor + BigInt(n) + 1n,
  )
    .filter((seq) => seq < before && !state.read.has(seq))
    .toReversed()
    .slice(0, LIMIT);
  const lowest = unread.at(-1);
  if (lowest === undefined) return { items: [], next: null };
  const rows = await findMessagesAfter(tx, {
    memberId,
    seq: lowest - 1n,
    limit: state.unread + state.read.size,
  });
  const wanted = new Set(unread);
  return pageOf(rows.filter(({ seq }) => wanted.has(seq)).toReversed());
}

/**
 * Where catching up begins: behind what the device has, and within what can be unread. A device that was away for years would ask for thousands
 * of pages one after another, to show what counts as read.
 */
const catchUpFrom = (has: bigint, { last }: ReadState): bigint =>
  has < last - BigInt(UNREAD_MAX) ? last - BigInt(UNREAD_MAX) : has;

/**
 * What came after the last message that the device has, oldest first, page by page, and the safety notices to show first. Or, to be read
 * again, the newest first: all of them, one group, or what has not been read.
 */
export const listNotifications =
  (describe: DescribeBroadcasts): Handler<'/member/notification/list'> =>
  async ({ tx, session }, { after, newestFirst, group, unread, cursor }) => {
    const { memberId, installKey } = session;
    const [seq] = keysOf(cursor, 1);
    const before = seq ?? NEWEST;
    const state = await readState(tx, { memberId, installKey });
    const isCatchingUp = !newestFirst && cursor === undefined;
    const safety = isCatchingUp ? await listUnseenSafetyNotices(tx, { memberId, installKey }) : [];
    const { items, next } = !newestFirst
      ? pageOf(
          await findMessagesAfter(tx, {
            memberId,
            seq: seq ?? catchUpFrom(BigInt(after ?? 0), state),
            limit: LIMIT,
          }),
        )
      : unread
        ? await findUnread(tx, { memberId, state, before })
        : group
          ? await findGroup(tx, { memberId, group, before })
          : pageOf(await findMessagesBefore(tx, { memberId, before, limit: LIMIT }));
    const rows = await withBroadcasts(tx, memberId, { messages: items, describe });
    const superseded = newestFirst && (await findSuperseded(tx, memberId, items));
    return {
      items: rows.map(listed(state, superseded)),
      next,
      safety: safety.map(toInboxRow),
      unread: state.unread,
    };
  };
