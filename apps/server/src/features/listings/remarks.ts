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
  countOpen,
  decideRemark,
  findSaid,
  insertRemark,
  listOpenRemarks,
  reopenRemark,
  type ListingRemark,
  type RemarkState,
} from './remark.store.ts';

/** What owners say of their listings, and what operators take down of it (feature F18). */

const PAGE = 20;
const WAS_QUEUED: readonly RemarkState[] = ['open', 'kept'];

/** As many remarks of one owner wait to be looked at; whoever has so many says something that needs no look, or nothing. */
export const OPEN_MAX = 10;

/**
 * The remark that a listing has from now on; null: none. Nothing typed leaves it as it is. The same words of an owner stay the same
 * remark, in whichever listing, so what operators have said of it holds and they are asked once. Who asks holds the row lock of the
 * owner's session, of which there is one, so two commands of an owner do not meet here.
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
  const doubts = remarkDoubts(text);
  const said = await findSaid(tx, ownerId, text);
  if (said?.state === 'removed') throw fail('REMARK_REMOVED_BEFORE');
  if (said && (doubts.length === 0 || WAS_QUEUED.includes(said.state))) return said.id;
  if (doubts.length === 0) return insertRemark(tx, { ownerId, text, kinds: doubts });
  if ((await countOpen(tx, ownerId, OPEN_MAX)) >= OPEN_MAX) throw fail('REMARKS_WAITING', { max: OPEN_MAX });
  hintOperators(tx, { topic: 'board' });
  if (said?.state !== 'withdrawn') return insertRemark(tx, { ownerId, text, kinds: doubts });
  await reopenRemark(tx, said.id);
  return said.id;
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
