import { fail } from '@holdfast/contract/errors';
import { clearCancels } from '#features/orders/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { selectMemberForUpdate } from './member.store.ts';

/** Gives a member the cancels of today back, and ends the wait that more than those have brought. */
export const clearCancelRecord: Handler<'/api/clear-cancel-record'> = async (
  { tx, audit },
  { account, reason },
) => {
  const member = (await selectMemberForUpdate(tx, account)) ?? fail('MEMBER_NOT_FOUND');
  const before = (await clearCancels(tx, member.id)) ?? fail('NOTHING_CHANGES');
  const { used, afterPaidUsed, blockedUntil } = before;
  const wait = blockedUntil === null ? '' : `, no orders until ${blockedUntil}`;
  audit({
    action: 'member-cancels-cleared',
    subject: `member:${account}`,
    detail: { before: `${used}, after paid ${afterPaidUsed}${wait}`, after: '0', reason },
  });
  return {};
};
