/** What reviewers decide, and the reasons that they may give. */

export const REVIEW_VERDICTS = ['approve', 'refuse'] as const;
export type ReviewVerdict = (typeof REVIEW_VERDICTS)[number];

/**
 * Why a card or a pay account is refused, as its member is told. There is no reason that says that another member has the account: whoever
 * knows a number would learn from it who uses the product.
 */
export const CARD_REFUSALS = [
  'holder-differs',
  'account-wrong',
  'not-own',
  'cannot-receive',
  'other',
] as const;
export type CardRefusal = (typeof CARD_REFUSALS)[number];
