import { levelOf, LEVELS } from '@holdfast/contract/member';
import { defined } from '@holdfast/kernel';
import type { Handler } from '#platform/gateway/call-table.ts';
import { findMembers } from './member.store.ts';

/** The member's level and the next one. */
export const ownLevel: Handler<'/member/account/use-level-get'> = async ({ tx, session }) => {
  const { level } = defined((await findMembers(tx, [session.memberId])).get(session.memberId), 'a member');
  const own = levelOf(level);
  return { level: { ...own, level }, next: LEVELS.find((each) => each.level > level) ?? null };
};
