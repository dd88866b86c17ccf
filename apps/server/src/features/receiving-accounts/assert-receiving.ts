import { fail } from '@holdfast/contract/errors';
import type { MemberId } from '@holdfast/kernel';
import { findCoolPeriod } from '#features/security/index.ts';
import { together, type Tx } from '#platform/db/db.ts';
import { canReceive, coolingUntil } from './receiving-account.rules.ts';
import type { ReceivingAccount } from './receiving-account.ts';
import type { ReceivingKind } from './receiving-kind.ts';

/**
 * Throws unless the member may be paid on each of these accounts: they are approved, and older than the cool-downs that run. For whatever
 * begins to name an account: a new or edited listing, the locker of a buy listing, a withdrawal. Until its transaction ends nobody changes or
 * removes one of them, so that no listing begins to name an account that is gone.
 */
export async function assertReceiving<A extends ReceivingAccount>(
  { store, errors }: Pick<ReceivingKind<A>, 'store' | 'errors'>,
  tx: Tx,
  memberId: MemberId,
  accounts: readonly A[],
): Promise<void> {
  if (accounts.length === 0) return;
  if (!accounts.every(canReceive)) throw fail(errors.notApproved);
  const [isHeld, period] = await together(store.hold(tx, accounts), findCoolPeriod(tx, memberId));
  if (!isHeld) throw fail(errors.notApproved);
  const until = accounts.map((account) => coolingUntil(account, period)).find((end) => end !== undefined);
  if (until) throw fail(errors.cooling, { until: until.toISOString() });
}
