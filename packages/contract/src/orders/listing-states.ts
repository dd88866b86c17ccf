/** What the owner of a listing can do with it, and why others cannot take it now. The server says both; no client derives them. */

export const LISTING_ACTIONS = ['pause', 'resume', 'renew', 'edit', 'close'] as const;
export type ListingAction = (typeof LISTING_ACTIONS)[number];

/** Who has paused a listing: the owner, or the product after the owner did not answer an order in time. */
export const LISTING_PAUSES = ['owner', 'missed-answer'] as const;
export type ListingPause = (typeof LISTING_PAUSES)[number];

/** Why an operator suspends a listing, as the owner is told. What else the operator knows stands in the audit log. */
export const SUSPENSION_REASONS = ['price-misleading', 'terms-not-kept', 'account-checked', 'other'] as const;
export type SuspensionReason = (typeof SUSPENSION_REASONS)[number];

export const SUSPENSION_REASON_TEXTS: Readonly<
  Record<SuspensionReason, { readonly zhTW: string; readonly en: string }>
> = {
  'price-misleading': { zhTW: '價格容易讓人誤會', en: 'The price could mislead people' },
  'terms-not-kept': { zhTW: '沒有按照掛單的條件交易', en: 'Trades did not follow its terms' },
  'account-checked': { zhTW: '帳號正在查核', en: 'The account is being checked' },
  other: { zhTW: '其他原因，請洽客服', en: 'Another reason; please ask support' },
};

/** Why nobody sees a listing in the market, or nobody can take it, in the order in which they are said. */
export const LISTING_OBSTACLES = [
  'suspended',
  'expired',
  'paused',
  'paused-missed-answer',
  'out-of-hours',
  'no-place',
  'all-locked',
  'in-trade',
  'day-used',
  'below-fee',
] as const;
export type ListingObstacle = (typeof LISTING_OBSTACLES)[number];

/** How long a listing stands in the market, in hours: whole ones within this range. */
export const TTL_HOURS_MIN = 1;
export const TTL_HOURS_MAX = 360;
export const TTL_HOURS_DEFAULT = 24;
/** What the form offers. */
export const TTL_HOURS_CHOICES = [1, 6, 24, 72, 168, 360] as const;
