import { BROADCAST_NOTICE, BROADCAST_TITLE } from '@holdfast/contract/broadcasts';
import type { InboxRow } from '@holdfast/contract/calls';
import {
  accountNoticeTitle,
  isListingNotice,
  isOrderNotificationType,
  LISTING_NOTICES,
  orderNoteTitle,
  reviewNoticeTitle,
} from '@holdfast/contract/notifications';
import { orderNotice, type Title } from '@holdfast/contract/orders';
import type { StoredMessage } from './inbox.store.ts';

/** A message as the member's app gets it. Titles are the zh-TW ones; an app in another language takes its own by the type. */
export function toInboxRow(message: StoredMessage): InboxRow {
  const title = titleOf(message)?.zhTW ?? message.type;
  const { serialNo, device } = message.extra;
  return {
    seq: String(message.seq),
    type: message.type,
    title,
    content: [serialNo, device, placeText(message.extra)]
      .filter((part) => typeof part === 'string')
      .join(' · '),
    extra: message.extra,
    at: message.at.toISOString(),
  };
}

/** What happened, in both languages; undefined for a type without words. It also stands on a locked phone, so it names nobody and no amount. */
export function titleOf({ type, extra }: Pick<StoredMessage, 'type' | 'extra'>): Title | undefined {
  if (isOrderNotificationType(type)) return orderNotice(type, extra).title;
  if (isListingNotice(type)) return LISTING_NOTICES[type];
  if (type === BROADCAST_NOTICE) return BROADCAST_TITLE;
  return orderNoteTitle(type, extra) ?? accountNoticeTitle(type) ?? reviewNoticeTitle(type, extra);
}

/** The place in the zh-TW content; undefined for a message without one. */
function placeText({ place, network }: StoredMessage['extra']): string | undefined {
  if (typeof place !== 'string') return undefined;
  if (place !== '') return place;
  return typeof network === 'string' && network !== '' ? `未知（${network}）` : '未知';
}
