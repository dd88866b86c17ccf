import { fail } from '@holdfast/contract/errors';
import type { CardRefusal } from '@holdfast/contract/member';
import type { ReviewVerdict } from '@holdfast/contract/operators';
import { defined, type OperatorId } from '@holdfast/kernel';
import { realNameOf } from '#features/member-profile/index.ts';
import { spendClaim } from '#features/reviews/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { OperatorContext } from '#platform/gateway/call-table.ts';
import type { ReceivingAccount } from './receiving-account.ts';
import type { ReceivingKind } from './receiving-kind.ts';

interface Verdict {
  /** What the reviewer has looked at: a later version is refused. */
  readonly versionId: string;
  readonly verdict: ReviewVerdict;
  readonly refusal?: CardRefusal | undefined;
}

/** An approved account claims what it is and must be the member's own: both are asked here, whatever the reviewer has seen. */
async function assertApprovable<A extends ReceivingAccount>(
  { store, errors, assertMayApprove }: ReceivingKind<A>,
  tx: Tx,
  account: A,
  by: OperatorId,
): Promise<void> {
  assertMayApprove?.(account, by);
  if ((await realNameOf(tx, account.memberId)) !== account.holderName) throw fail(errors.holderDiffers);
  if (await store.selectClaimForUpdate(tx, account)) throw fail(errors.claimed);
}

/**
 * A reviewer approves an account that they have claimed or refuses it, also one that was approved before. Orders that name an earlier version
 * go on.
 */
export const reviewAccount =
  <A extends ReceivingAccount>(kind: ReceivingKind<A>, toId: (text: string) => A['id']) =>
  async (
    { tx, operator, audit }: Pick<OperatorContext, 'tx' | 'operator' | 'audit'>,
    { versionId, verdict, refusal }: Verdict,
    { id }: { readonly id: string },
  ): Promise<Record<string, never>> => {
    const isRefused = verdict === 'refuse';
    if (isRefused !== (refusal !== undefined)) throw fail('PARAMETERS_INVALID', { fields: ['refusal'] });
    const account = await kind.store.selectForUpdate(tx, toId(id));
    if (!account) throw fail(kind.errors.notFound);
    if (account.versionId !== versionId) throw fail(kind.errors.changed);
    const status = isRefused ? 'NotApproved' : 'Approved';
    if (account.status === status) throw fail('NOTHING_CHANGES');
    await spendClaim(tx, operator, { kind: kind.review, id: account.id });
    if (!isRefused) await assertApprovable(kind, tx, account, operator.id);
    const next = { ...account, status, refusal: refusal ?? null } as const;
    const changed = await kind.store.change(tx, account, next);
    defined(changed, 'an account whose row lock is held');
    const why = refusal === undefined ? {} : { refusal };
    await kind.tell(tx, account.memberId, { reviewSuccess: !isRefused, ...kind.toldOf(account), ...why });
    audit({
      action: kind.audit.reviewed,
      subject: `member:${account.memberId}`,
      detail: { [kind.audit.name]: account.id, verdict, ...why },
    });
    return {};
  };
