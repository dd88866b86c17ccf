import { defined } from '@holdfast/kernel';
import type { Handler } from '#platform/gateway/call-table.ts';
import { markOf } from './password-mark.rules.ts';
import { findPasswordState } from './password.store.ts';

export const passwordExpired =
  (maxAgeDays: number): Handler<'/member/account/passwordExpired'> =>
  async ({ tx, session }) => {
    const state = defined(await findPasswordState(tx, session.memberId), 'a member has a credential');
    const reason = markOf(state, maxAgeDays);
    return { expired: reason !== null, reason };
  };
