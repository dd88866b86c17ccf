/**
 * The order of the market: by the rank of the owner's role, then by the owner's own rank, then by price, then by age. A rank is the sort
 * code plus its offset; the lower one comes first. Operators set them, members are told the rule.
 */
export interface SortCode {
  readonly code: number;
  readonly offset: number;
}

export const MEMBER_ROLES = ['member', 'merchant'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

export const SORT_CODE_MAX = 9999;
/** Where everybody begins: there is room on both sides. */
export const SORT_CODE_USUAL = 1000;

export const rankOf = ({ code, offset }: SortCode): number => code + offset;

/** A rank that an offset would move out of the range of codes is none. */
export function isSortCode(sortCode: SortCode): boolean {
  const isIn = (value: number) => Number.isInteger(value) && value >= 0 && value <= SORT_CODE_MAX;
  return isIn(sortCode.code) && isIn(rankOf(sortCode));
}

/** Orders in progress that an operator may allow one member, whatever the level says. */
export const OWN_LOCKS_MAX = 50;
