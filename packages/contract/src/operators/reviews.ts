import type { Permission } from './permissions.ts';

/** What reviewers decide, and the reasons that they may give. */

interface ReviewKindTexts {
  readonly zhTW: string;
  readonly en: string;
  /** Who may claim one of it, and decide. */
  readonly decide: Permission;
}

/**
 * What waits for a reviewer, by kind. A new kind: a line here, a `ReviewKind` in the slice that owns it (`features/reviews/review-kinds.ts` of the
 * server), and its room in the console (`features/reviews/kinds.tsx`).
 */
export const REVIEW_KINDS = {
  identity: { zhTW: '實名驗證', en: 'Real name', decide: 'real-name.review' },
  card: { zhTW: '銀行帳戶', en: 'Bank account', decide: 'reviews.decide' },
  'pay-account': { zhTW: '第三方支付帳號', en: 'Pay account', decide: 'reviews.decide' },
} as const satisfies Readonly<Record<string, ReviewKindTexts>>;
export type ReviewKindName = keyof typeof REVIEW_KINDS;
export const REVIEW_KIND_NAMES = Object.keys(REVIEW_KINDS) as [ReviewKindName, ...ReviewKindName[]];

export const REVIEW_STATES = ['waiting', 'approved', 'refused'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** Ages by which the queue is narrowed, in hours. */
export const REVIEW_AGES = ['1', '4', '24'] as const;
export type ReviewAge = (typeof REVIEW_AGES)[number];

/** How long a claim lasts after the last sign of work on it. */
export const CLAIM_MINUTES = 10;
/** After these hours an item is late; after half of them it is said to become so. */
export const REVIEW_LATE_HOURS = 4;

export const REVIEW_VERDICTS = ['approve', 'refuse'] as const;
export type ReviewVerdict = (typeof REVIEW_VERDICTS)[number];
