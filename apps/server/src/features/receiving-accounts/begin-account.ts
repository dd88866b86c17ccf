import type { BankCard, CardApproval } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import type { MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import { firstStatus } from './receiving-account.rules.ts';
import type { OwnPart, ReceivingAccount } from './receiving-account.ts';
import type { ReceivingKind } from './receiving-kind.ts';

type Begun<A extends ReceivingAccount> = OwnPart<A> & { readonly memberId: MemberId };
type Beginning<A extends ReceivingAccount> = Pick<ReceivingKind<A>, 'store' | 'errors'>;

/** The accounts of a member besides `except`, none of which may be the same one: what another member has added does not matter here. */
export async function othersThan<A extends ReceivingAccount>(
  { store, errors }: Beginning<A>,
  tx: Tx,
  begun: Begun<A>,
  except?: A,
): Promise<A[]> {
  await store.takeAdvisory(tx, begun.memberId);
  const others = (await store.list(tx, begun.memberId)).filter(({ id }) => id !== except?.id);
  if (others.some((other) => store.keyOf(other) === store.keyOf(begun))) throw fail(errors.duplicate);
  return others;
}

/** The status with which an account begins. What another member's approved account is waits for a reviewer, whatever the mode says. */
export async function beginningStatus<A extends ReceivingAccount>(
  { store }: Beginning<A>,
  tx: Tx,
  begun: Begun<A>,
  approval: CardApproval,
): Promise<BankCard['status']> {
  const status = firstStatus(approval);
  if (status !== 'Approved') return status;
  const claim = await store.selectClaimForUpdate(tx, begun);
  return claim && claim.memberId !== begun.memberId ? 'Review' : status;
}
