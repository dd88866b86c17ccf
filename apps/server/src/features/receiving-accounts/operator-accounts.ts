import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { maskHolderName } from '@holdfast/contract/rules';
import { defined, type MemberId } from '@holdfast/kernel';
import { findMemberId, findMembers, realNameOf } from '#features/member-profile/index.ts';
import { holdsClaim } from '#features/reviews/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { OperatorContext } from '#platform/gateway/call-table.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import type { Claim, ReceivingAccount } from './receiving-account.ts';
import type { ReceivingKind } from './receiving-kind.ts';

const PAGE = 30;

export async function getMemberId(tx: Tx, account: string): Promise<MemberId> {
  return (await findMemberId(tx, account)) ?? fail('MEMBER_NOT_FOUND');
}

/** What an operator's list says of an account of any kind, masked. */
export const listedOf = (one: ReceivingAccount, account: string) => ({
  versionId: one.versionId,
  account,
  holderMasked: maskHolderName(one.holderName),
  status: one.status,
  refusal: one.refusal,
  addedAt: one.addedAt.toISOString(),
});

/** Accounts of a kind by their status, one page, each with whose it is. */
export async function listForOperator<A extends ReceivingAccount>(
  { store }: Pick<ReceivingKind<A>, 'store'>,
  tx: Tx,
  { status, account, cursor }: CallInput<'/member/appbk/bankcard-list'>,
): Promise<{ items: { one: A; account: string }[]; next: string | null }> {
  const [after = 0n] = keysOf(cursor, 1);
  const memberId = account === undefined ? undefined : await getMemberId(tx, account);
  const found = await store.listByStatus(tx, { status, memberId, after, limit: PAGE + 1 });
  const members = await findMembers(
    tx,
    found.map((one) => one.memberId),
  );
  const { items, next } = toPage(found, PAGE, (last) => [last.versionId]);
  const ownerOf = (one: A) => defined(members.get(one.memberId), 'an account has its member').account;
  return { items: items.map((one) => ({ one, account: ownerOf(one) })), next };
}

/** What a reviewer sees of an account beside what it is: in clear once they have claimed it. Every look is audited. */
export async function lookAt<A extends ReceivingAccount>(
  kind: ReceivingKind<A>,
  { tx, operator, audit }: Pick<OperatorContext, 'tx' | 'operator' | 'audit'>,
  account: A,
) {
  const { id, memberId } = account;
  const claim = await kind.store.findClaim(tx, account);
  const other = claim?.memberId === memberId ? undefined : claim;
  const waiting = await kind.store.listAlsoWaiting(tx, account);
  const members = await findMembers(
    tx,
    [...waiting, ...(other ? [other] : [])].map((one) => one.memberId),
  );
  const named = (one: Claim<A>) => ({
    id: one.id,
    account: defined(members.get(one.memberId), 'an account has its member').account,
  });
  const isClear = await holdsClaim(tx, operator, kind.review, id);
  audit({
    action: kind.audit.viewed,
    subject: `member:${memberId}`,
    detail: { [kind.audit.name]: id, isClear },
  });
  return {
    isClear,
    ...(await compareNames(tx, account, isClear)),
    claimedBy: other ? named(other) : null,
    alsoWaiting: waiting.map(named),
  };
}

/** The member's approved name, and whether the holder is the same. */
export async function compareNames(
  tx: Tx,
  { memberId, holderName }: ReceivingAccount,
  isClear: boolean,
): Promise<{ realName: string; isHolderApproved: boolean }> {
  const realName = (await realNameOf(tx, memberId)) ?? '';
  return {
    realName: isClear ? realName : maskHolderName(realName),
    isHolderApproved: realName !== '' && realName === holderName,
  };
}

/** Puts a name on every account of a member, and answers how many had another one. What they were reviewed for stays. */
export async function renameHolders<A extends ReceivingAccount>(
  { store }: Pick<ReceivingKind<A>, 'store'>,
  tx: Tx,
  memberId: MemberId,
  holderName: string,
): Promise<number> {
  let changed = 0;
  for (const { id } of await store.list(tx, memberId)) {
    const account = await store.selectForUpdate(tx, id); // a version that its member is removing would live on as the next one
    if (!account || account.holderName === holderName) continue;
    const renamed = await store.change(tx, account, { ...account, holderName });
    defined(renamed, 'an account whose row lock is held');
    changed += 1;
  }
  return changed;
}

/** Removes accounts of a member, all or those that are named, where `assertRemovable` lets it; how many. */
export async function unbind<A extends ReceivingAccount>(
  { store, errors }: Pick<ReceivingKind<A>, 'store' | 'errors'>,
  tx: Tx,
  { memberId, ids }: { readonly memberId: MemberId; readonly ids: readonly string[] | undefined },
  assertRemovable: (account: A) => Promise<void>,
): Promise<number> {
  const own = await store.list(tx, memberId);
  const named = ids ? own.filter(({ id }) => ids.includes(id)) : own;
  if (ids && named.length < new Set(ids).size) throw fail(errors.notFound);
  let removed = 0;
  for (const { id } of named) {
    const account = await store.selectForUpdate(tx, id);
    if (!account) continue;
    await assertRemovable(account);
    await store.remove(tx, account);
    removed += 1;
  }
  if (removed === 0) throw fail('NOTHING_CHANGES');
  return removed;
}
