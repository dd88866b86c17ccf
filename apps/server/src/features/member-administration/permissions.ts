import { fail } from '@holdfast/contract/errors';
import { saveTrader, selectTraderForUpdate } from '#features/listings/index.ts';
import { askForRequest, type RequestKind } from '#features/operators/index.ts';
import { endRiskCancel, enqueueRiskCancel } from '#features/orders/index.ts';
import { endSessions } from '#features/sign-in/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { findMember, savePermissions, selectMemberForUpdate } from './member.store.ts';

interface Payload {
  readonly account: string;
  readonly login: 'allowed' | 'forbidden';
  readonly role: 'member' | 'merchant';
}

/** Whether a member may sign in, and as what they trade: two operators decide it. */
export const memberPermissions: RequestKind<Payload> = {
  kind: 'member-permissions',
  async changesOf(tx, { account, login, role }, { locks }) {
    const member =
      (await (locks ? selectMemberForUpdate : findMember)(tx, account)) ?? fail('MEMBER_NOT_FOUND');
    return [
      { field: 'login', before: member.isForbidden ? 'forbidden' : 'allowed', after: login },
      { field: 'memberRole', before: member.role, after: role },
    ];
  },
  async apply({ tx }, { payload: { account, login, role } }) {
    const member = (await selectMemberForUpdate(tx, account)) ?? fail('MEMBER_NOT_FOUND');
    await savePermissions(tx, member.id, { isForbidden: login === 'forbidden', role });
    if (role !== member.role)
      await saveTrader(tx, member.id, { ...(await selectTraderForUpdate(tx, member.id)), role });
    if (login === 'allowed') return endRiskCancel(tx, member.id);
    await endSessions(tx, { memberId: member.id, reason: 'operator' });
    await enqueueRiskCancel(tx, member.id);
  },
};

export const askForPermissions: Handler<'/api/v1/members/set-member-permissions/{account}'> = async (
  context,
  { login, role, reason },
  { account },
) =>
  askForRequest(context, memberPermissions, { subject: account, payload: { account, login, role }, reason });
