import type { PasswordMark } from '@holdfast/contract';
import { defined } from '@holdfast/kernel';
import type { Handler } from '#platform/gateway/call-table.ts';
import { findPasswordState, type PasswordState } from './password.store.ts';

/** Why the password must be changed, or null. A policy of 0 days is none. */
function markOf({ marked, age_days: ageDays }: PasswordState, maxAgeDays: number): PasswordMark | null {
  if (marked) return marked;
  return maxAgeDays > 0 && ageDays > maxAgeDays ? 'age' : null;
}

export const passwordExpired =
  (maxAgeDays: number): Handler<'/member/account/passwordExpired'> =>
  async ({ tx, session }) => {
    const state = defined(await findPasswordState(tx, session.memberId), 'a member has a credential');
    const reason = markOf(state, maxAgeDays);
    return { expired: reason !== null, reason };
  };
