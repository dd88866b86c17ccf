import type { CallOutput } from '@holdfast/contract/calls';
import { maskPayTarget } from '@holdfast/contract/rules';
import type { PayAccount } from './account.store.ts';

/** An account as its owner sees it in lists. */
export function toPayAccount(
  account: PayAccount,
): CallOutput<'/member/third-party-payment/upload-resource-id-binding'>['payAccount'] {
  const { id, target, holderName, status, addedAt } = account;
  return {
    id,
    app: target.app,
    targetMasked: maskPayTarget(target),
    holderName,
    status,
    addedAt: addedAt.toISOString(),
  };
}
