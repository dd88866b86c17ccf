import { isSortCode, type SortCode } from '@holdfast/contract/member';
import { fail } from '@holdfast/contract/errors';
import type { CallInput } from '@holdfast/contract/calls';
import { defined } from '@holdfast/kernel';
import {
  findRoleRank,
  findTrader,
  listRoleRanks,
  saveRoleRank,
  saveTrader,
  selectRoleRankForUpdate,
  selectTraderForUpdate,
} from '#features/listings/index.ts';
import { operatorNames } from '#features/operators/index.ts';
import type { Handler, OperatorContext } from '#platform/gateway/call-table.ts';
import { findMember, selectMemberForUpdate } from './member.store.ts';

/** Ranks in the market: of the roles, and of members inside their role. Each change takes effect with the next look at the market. */

/** One of the two numbers, as it is to be. */
type Change = { readonly code: number } | { readonly offset: number };

/** The sort code after a change, with what the audit log says of it. */
function changed(before: SortCode, change: Change, reason: string) {
  const after = { code: before.code, offset: before.offset, ...change };
  if (!isSortCode(after))
    throw fail('PARAMETERS_INVALID', { fields: ['code' in change ? 'sortCode' : 'offset'] });
  if (after.code === before.code && after.offset === before.offset) throw fail('NOTHING_CHANGES');
  const what = 'code' in change ? 'code' : 'offset';
  return { after, detail: { what, before: before[what], after: after[what], reason } };
}

async function setOfMember(
  { tx, audit }: OperatorContext,
  { account, reason }: { account: string; reason: string },
  change: Change,
): Promise<SortCode> {
  const member = (await selectMemberForUpdate(tx, account)) ?? fail('MEMBER_NOT_FOUND');
  const trader = await selectTraderForUpdate(tx, member.id);
  const { after, detail } = changed(trader, change, reason);
  await saveTrader(tx, member.id, { ...trader, ...after });
  audit({ action: 'member-sort-code-set', subject: `member:${account}`, detail });
  return after;
}

async function setOfRole(
  { tx, operator, audit }: OperatorContext,
  { role, reason }: Pick<CallInput<'/api/v1/members/set-role-sort-code'>, 'role' | 'reason'>,
  change: Change,
): Promise<SortCode> {
  const { after, detail } = changed(await selectRoleRankForUpdate(tx, role), change, reason);
  await saveRoleRank(tx, { role, ...after, operatorId: operator.id });
  audit({ action: 'role-sort-code-set', subject: `role:${role}`, detail });
  return after;
}

export const setMemberSortCode: Handler<'/member/set-member-sort-code'> = (context, { sortCode, ...input }) =>
  setOfMember(context, input, { code: Number(sortCode) });

export const setMemberSortCodeOffset: Handler<'/member/set-member-sort-code-offset'> = (
  context,
  { offset, ...input },
) => setOfMember(context, input, { offset: Number(offset) });

export const setRoleSortCode: Handler<'/api/v1/members/set-role-sort-code'> = (
  context,
  { sortCode, ...input },
) => setOfRole(context, input, { code: Number(sortCode) });

export const setRoleSortCodeOffset: Handler<'/api/v1/members/set-role-sort-code-offset'> = (
  context,
  { offset, ...input },
) => setOfRole(context, input, { offset: Number(offset) });

/** A member's own, or for support that of the member who is named. */
export const readSortCode: Handler<'/member/get-member-sort-code'> = async (
  { tx, session, operator },
  { account },
) => {
  if (session && account !== undefined && account !== session.account) throw fail('MEMBER_NOT_FOUND');
  if (operator && account === undefined) throw fail('PARAMETERS_INVALID', { fields: ['account'] });
  const memberId =
    session?.memberId ??
    ((await findMember(tx, defined(account, 'who is asked for'))) ?? fail('MEMBER_NOT_FOUND')).id;
  const { role, code, offset } = await findTrader(tx, memberId);
  const ofRole = await findRoleRank(tx, role);
  return { role, ofRole: { code: ofRole.code, offset: ofRole.offset }, ofMember: { code, offset } };
};

export const listRoles: Handler<'/operator/role/list'> = async ({ tx }) => {
  const roles = await listRoleRanks(tx);
  const names = await operatorNames(
    tx,
    roles.flatMap(({ changedBy }) => (changedBy === null ? [] : [changedBy])),
  );
  return {
    roles: roles.map(({ role, code, offset, changedBy, changedAt }) => ({
      role,
      code,
      offset,
      changed:
        changedBy && changedAt ? { at: changedAt.toISOString(), by: names.get(changedBy) ?? '' } : null,
    })),
  };
};
