import { isSafetyNotice } from './account-notice-names.ts';
import { isListingNotice } from './listing-notices.ts';
import { isAboutOrder } from './order-notes.ts';
import { THREAD_NOTICE } from './types.ts';

/** What members are told, in groups: what the inbox is filtered by, and what may be told without interrupting. */
export const NOTICE_GROUPS = [
  'orders',
  'messages',
  'account',
  'listings',
  'reviews',
  'wallet',
  'news',
] as const;
export type NoticeGroup = (typeof NOTICE_GROUPS)[number];

/** The result of something that the member has handed in. */
const REVIEW_TYPES: readonly string[] = ['merchantBindReview', 'userBankCardReview', 'userRealNameReview'];
const WALLET_TYPES: readonly string[] = ['userWithdrawSuccess'];

/** The group of any type that arrives; one that this build does not know is news. */
export function noticeGroupOf(type: string): NoticeGroup {
  if (type === THREAD_NOTICE) return 'messages';
  if (isAboutOrder(type)) return 'orders';
  if (isSafetyNotice(type)) return 'account';
  if (isListingNotice(type)) return 'listings';
  if (REVIEW_TYPES.includes(type)) return 'reviews';
  return WALLET_TYPES.includes(type) ? 'wallet' : 'news';
}

/**
 * Groups that nobody can mute: in an order a time runs against the member, and whoever breaks into an account would mute what tells of
 * it first.
 */
export const GROUPS_LOCKED = ['orders', 'account'] as const satisfies readonly NoticeGroup[];
export type LockedGroup = (typeof GROUPS_LOCKED)[number];
export type MutableGroup = Exclude<NoticeGroup, LockedGroup>;

export const isLockedGroup = (group: NoticeGroup): group is LockedGroup =>
  (GROUPS_LOCKED as readonly NoticeGroup[]).includes(group);
/** Whether the member is not to be interrupted by a message. What is urgent for everybody's safety (a broadcast of that kind) always does. */
export function isMuted(
  { type, extra }: { readonly type: string; readonly extra: Readonly<Record<string, unknown>> },
  muted: readonly MutableGroup[],
): boolean {
  const group = noticeGroupOf(type);
  return !isLockedGroup(group) && extra['kind'] !== 'safety' && muted.includes(group);
}

export const GROUPS_MUTABLE = NOTICE_GROUPS.filter((group): group is MutableGroup => !isLockedGroup(group));
