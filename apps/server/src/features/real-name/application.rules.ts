import {
  REAL_NAME_ITEMS,
  REAL_NAME_RULES,
  type RealNameItem,
  type RealNameRefusal,
  type RealNameStatus,
} from '@holdfast/contract/member';
import type { IdentityDocument } from '@holdfast/contract/rules';

/** Pure decisions about applications. */

/**
 * What a member is to send: everything at first and after a reset, then what was refused and nothing else, but for pictures that are deleted
 * since.
 */
export function itemsAsked(
  status: RealNameStatus,
  refusals: readonly RealNameRefusal[],
  deleted: readonly RealNameItem[] = [],
): RealNameItem[] {
  if (!REAL_NAME_RULES[status].editable) return [];
  const refused = REAL_NAME_ITEMS.filter(
    (item) => refusals.some((refusal) => refusal.item === item) || deleted.includes(item),
  );
  return refused.length > 0 ? refused : [...REAL_NAME_ITEMS];
}

/** The items in which a resend differs from what was asked. What was not refused stays as a reviewer has seen it. */
export function unexpectedItems(
  asked: readonly RealNameItem[],
  sent: readonly RealNameItem[],
): RealNameItem[] {
  return REAL_NAME_ITEMS.filter((item) => asked.includes(item) !== sent.includes(item));
}

/** Pictures of one document say nothing of another one: who changes it sends both sides again. */
export function mayTakeDocument(
  document: IdentityDocument,
  before: IdentityDocument | undefined,
  sent: readonly RealNameItem[],
): boolean {
  return before === undefined || before === document || (sent.includes('front') && sent.includes('back'));
}
