import { BROADCAST_NOTICE } from '@holdfast/contract/broadcasts';
import type { InboxRow } from '@holdfast/contract/calls';
import type { MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { StoredMessage } from './inbox.store.ts';
import { toInboxRow } from './to-inbox-row.ts';

/** What a broadcast says; `title` and `content` are the zh-TW ones, the others stand in the row's extra data. */
export interface BroadcastText {
  readonly title: string;
  readonly content: string;
  readonly titleEn: string;
  readonly textEn: string;
  readonly kind: string;
  readonly link?: string;
  readonly isClosed: boolean;
}

export type DescribeBroadcasts = (
  tx: Tx,
  memberId: MemberId,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, BroadcastText>>;

const idOf = ({ type, extra }: StoredMessage): string | undefined =>
  type === BROADCAST_NOTICE && typeof extra['broadcastId'] === 'string' ? extra['broadcastId'] : undefined;

/** Rows of the inbox, those of broadcasts with their texts, which are read once for a page. */
export async function withBroadcasts(
  tx: Tx,
  memberId: MemberId,
  { messages, describe }: { messages: readonly StoredMessage[]; describe: DescribeBroadcasts },
): Promise<InboxRow[]> {
  const ids = messages.map(idOf).filter((id) => id !== undefined);
  const texts = ids.length > 0 ? await describe(tx, memberId, [...new Set(ids)]) : undefined;
  return messages.map((message) => {
    const row = toInboxRow(message);
    const said = texts?.get(idOf(message) ?? '');
    if (!said) return row;
    const { title, content, ...extra } = said;
    return { ...row, title, content, extra: { ...row.extra, ...extra } };
  });
}
