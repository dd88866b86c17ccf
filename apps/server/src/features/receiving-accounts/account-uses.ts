import type { CardUse } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import type { MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { ReceivingAccount } from './receiving-account.ts';
import type { ReceivingKind } from './receiving-kind.ts';

/** Finds what uses an account: live orders and listings, which other slices know. */
export type UsesOf<A extends ReceivingAccount> = (
  tx: Tx,
  account: {
    readonly memberId: MemberId;
    /** Listings name it. */
    readonly id: A['id'];
    /** Orders name one of them. */
    readonly versionIds: readonly A['versionId'][];
  },
) => Promise<CardUse[]>;

/** The member's own account with its row lock, so that whatever begins to name it waits. */
export async function selectOwn<A extends ReceivingAccount>(
  { store, errors }: Pick<ReceivingKind<A>, 'store' | 'errors'>,
  tx: Tx,
  memberId: MemberId,
  id: A['id'],
): Promise<A> {
  const account = await store.selectForUpdate(tx, id);
  if (!account || account.memberId !== memberId) throw fail(errors.notFound);
  return account;
}

export async function listUses<A extends ReceivingAccount>(
  { store }: Pick<ReceivingKind<A>, 'store'>,
  tx: Tx,
  { id, memberId }: A,
  usesOf: UsesOf<A>,
): Promise<CardUse[]> {
  return usesOf(tx, { id, memberId, versionIds: await store.listVersionIds(tx, id) });
}

/** Refuses while an order or a listing uses the account, whose row lock is held, and says which. */
export async function assertUnused<A extends ReceivingAccount>(
  kind: Pick<ReceivingKind<A>, 'store' | 'errors'>,
  tx: Tx,
  account: A,
  usesOf: UsesOf<A>,
): Promise<void> {
  const uses = await listUses(kind, tx, account, usesOf);
  if (uses.length > 0) throw fail(kind.errors.inUse, { uses });
}
