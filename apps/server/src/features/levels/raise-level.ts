import { fail } from '@holdfast/contract/errors';
import { earnedLevel } from '@holdfast/contract/member';
import { levelsBy } from '@holdfast/contract/settings';
import { defined } from '@holdfast/kernel';
import { followLevel } from '#features/listings/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { saveLevel, selectLevelForUpdate } from './level.store.ts';
import { levelRecordOf, standingOf } from './own-level.ts';

/** Gives the member the highest level that the own orders have earned. */
export const raiseLevel: Handler<'/member/level/raise'> = async ({
  tx,
  now,
  settings: readSettings,
  audit,
  session: { memberId, account },
}) => {
  const own = defined(await selectLevelForUpdate(tx, { id: memberId }), 'a session has its member');
  if (own.isKept) throw fail('LEVEL_KEPT');
  const [settings, record] = [await readSettings(), await levelRecordOf(tx, own, now)];
  const level = earnedLevel(own.level, record, levelsBy(settings)) ?? fail('LEVEL_NOT_EARNED');
  await saveLevel(tx, { ...own, level });
  await followLevel(tx, memberId, level);
  audit({
    action: 'member-level-raised',
    subject: `member:${account}`,
    detail: { before: own.level, after: level },
  });
  return standingOf(tx, { ...own, level }, { record, settings });
};
