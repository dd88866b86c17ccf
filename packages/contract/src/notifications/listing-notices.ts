import type { Title } from '../orders/notice-texts.ts';

/** What an owner is told about a listing without having done it. An app shows them as an information; what is returned and why stands in the text. */
export const LISTING_NOTICES = {
  listingExpired: { zhTW: '掛單已到期', en: 'A listing has expired' },
  listingRemarkRemoved: { zhTW: '掛單備註已被移除', en: 'A remark was taken down' },
  listingSuspended: { zhTW: '掛單已由客服停用', en: 'Support has suspended a listing' },
} as const satisfies Readonly<Record<string, Title>>;

export type ListingNoticeType = keyof typeof LISTING_NOTICES;

export function isListingNotice(type: string): type is ListingNoticeType {
  return Object.hasOwn(LISTING_NOTICES, type);
}
