import { fail } from '@holdfast/contract/errors';
import { followLevel } from '#features/listings/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { saveLevel, selectLevelForUpdate } from './level.store.ts';

/** Gives a member another level. One that was lowered is kept: the member would have the old one back with the next tap. */
export const setLevel: Handler<'/member/account/use-level-set'> = async (
  { tx, audit },
  { account, level: text, reason },
) => {
  const own = (await selectLevelForUpdate(tx, { account })) ?? fail('MEMBER_NOT_FOUND');
  const level = Number(text);
  if (own.level === level) throw fail('NOTHING_CHANGES');
  await saveLevel(tx, { id: own.id, level, isKept: level < own.level });
  await followLevel(tx, own.id, level);
  audit({
    action: 'member-level-set',
    subject: `member:${account}`,
    detail: { before: own.level, after: level, reason },
  });
  return { level };
};
