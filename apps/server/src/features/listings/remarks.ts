import { fail } from '@holdfast/contract/errors';
import {
  isRemarkTooLong,
  normalizeRemark,
  REMARK_LENGTH_MAX,
  remarkDoubts,
  remarkFaults,
} from '@holdfast/contract/rules';
import { defined, type MemberId } from '@holdfast/kernel';
import { findMembers } from '#features/member-profile/index.ts';
import { notify } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { enqueueHintsFor, hintOperators } from '#platform/outbox/outbox.store.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import {
  decideRemark,
  insertRemark,
  listOpenRemarks,
  wasRemoved,
  type ListingRemark,
} from './remark.store.ts';

/** What owners say of their listings, and what operators take down of it (feature F18). */

const PAGE = 20;

/**
 * The remark that a listing has from now on; null: none. Nothing typed leaves it as it is. The same words stay the same remark, so an edit of something else leaves alone what operators
 * have said of it.
 */
export async function remarkFor(
  tx: Tx,
  {
    ownerId,
    typed,
    before,
  }: {
    readonly ownerId: MemberId;
    readonly typed: string | undefined;
    readonly before: ListingRemark | null;
  },
): Promise<string | null> {
  if (typed === undefined) return before?.id ?? null;
  const text = normalizeRemark(typed);
  if (text === '') return null;
  if (before?.removed === null && before.text === text) return before.id;
  if (isRemarkTooLong(text)) throw fail('REMARK_TOO_LONG', { max: REMARK_LENGTH_MAX });
  const kinds = remarkFaults(text).map(({ kind }) => kind);
  if (kinds.length > 0) throw fail('REMARK_REFUSED', { kinds });
  if (await wasRemoved(tx, ownerId, text)) throw fail('REMARK_REMOVED_BEFORE');
  const doubts = remarkDoubts(text);
  if (doubts.length > 0) hintOperators(tx, { topic: 'board' });
  return insertRemark(tx, { ownerId, text, kinds: doubts });
}

export const listRemarks: Handler<'/operator/remark/list'> = async ({ tx, audit }, { cursor }) => {
  const [before] = keysOf(cursor, 1);
  const found = await listOpenRemarks(tx, { before, limit: PAGE + 1 });
  const { items, next } = toPage(found, PAGE, ({ id }) => [id]);
  const owners = await findMembers(tx, [...new Set(items.map(({ ownerId }) => ownerId))]);
  audit({ action: 'remarks-viewed', subject: 'remarks', detail: { rows: items.length } });
  return {
    next,
    items: items.map(({ id, ownerId, text, kinds, at }) => {
      const { account, nick } = defined(owners.get(ownerId), 'a member is never deleted');
      return { id, text, kinds: [...kinds], owner: { account, nick }, at: at.toISOString() };
    }),
  };
};

export const decideOnRemark: Handler<'/operator/remark/decide/{id}'> = async (
  { tx, operator, audit },
  { verdict, because, reason },
  { id },
) => {
  const isRemoval = verdict === 'remove';
  if (isRemoval !== (because !== undefined) || isRemoval !== (reason !== undefined))
    throw fail('PARAMETERS_INVALID', { fields: ['because', 'reason'] });
  const decided = await decideRemark(tx, { id, because: because ?? null, operatorId: operator.id });
  if (!decided) throw fail('REMARK_DECIDED');
  if (because !== undefined) {
    await notify(tx, [
      { memberId: decided.ownerId, type: 'listingRemarkRemoved', extra: { reason: because } },
    ]);
    await enqueueHintsFor(tx, [decided.ownerId], ['listings']);
  }
  hintOperators(tx, { topic: 'board' });
  audit({
    action: 'remark-decided',
    subject: `remark:${id}`,
    detail: {
      verdict,
      ...(because !== undefined && { what: because }),
      ...(reason !== undefined && { reason }),
    },
  });
  return {};
};
