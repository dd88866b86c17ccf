import { levelOf } from '@holdfast/contract/member';
import { levelsBy, type Settings } from '@holdfast/contract/settings';
import { defined, type MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { findMembers } from './member.store.ts';

/** How many orders a member may have in progress. Orders know it; the role hands it in, because they ask this slice for members. */
export type LocksMaxOf = (
  tx: Tx,
  member: { readonly id: MemberId; readonly level: number },
  settings: Settings,
) => Promise<number>;

/** The member's level and the next one. */
export const ownLevel =
  (locksMaxOf: LocksMaxOf): Handler<'/member/account/use-level-get'> =>
  async ({ tx, settings: readSettings, session: { memberId: id } }) => {
    const { level } = defined((await findMembers(tx, [id])).get(id), 'a member');
    const settings = await readSettings();
    const levels = levelsBy(settings);
    const locksMax = await locksMaxOf(tx, { id, level }, settings);
    const opening = levels.find((each) => each.level > level && each.locksMax > locksMax);
    return {
      level: { ...levelOf(level, levels), level, locksMax },
      next: levels.find((each) => each.level > level) ?? null,
      opens: opening ? { level: opening.level, locksMax: opening.locksMax } : null,
    };
  };
