import { fail } from '@holdfast/contract/errors';
import { followLevel } from '#features/listings/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { selectMemberForUpdate, setLevel as saveLevel } from './member.store.ts';

/** Gives a member another level: how many orders may run at once. */
export const setLevel: Handler<'/member/account/use-level-set'> = async (
  { tx, audit },
  { account, level: text, reason },
) => {
  const member = (await selectMemberForUpdate(tx, account)) ?? fail('MEMBER_NOT_FOUND');
  const level = Number(text);
  if (member.level === level) throw fail('NOTHING_CHANGES');
  await saveLevel(tx, member.id, level);
  await followLevel(tx, member.id, level);
  audit({
    action: 'member-level-set',
    subject: `member:${account}`,
    detail: { before: member.level, after: level, reason },
  });
  return { level };
};
