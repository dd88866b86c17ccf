/** Accounts that members are paid on, whatever kind they are of: their versions, who claims them, and how they are reviewed. */
export { assertReceiving } from './assert-receiving.ts';
export { beginningStatus, othersThan } from './begin-account.ts';
export { assertUnused, listUses, selectOwn, type UsesOf } from './account-uses.ts';
export { accountStore, type NewAccount } from './account-versions.store.ts';
export {
  compareNames,
  getMemberId,
  listedOf,
  listForOperator,
  lookAt,
  renameHolders,
  unbind,
} from './operator-accounts.ts';
export { canReceive, coolingUntil } from './receiving-account.rules.ts';
export type { ReceivingAccount } from './receiving-account.ts';
export type { ReceivingKind } from './receiving-kind.ts';
export { reviewAccount } from './review-account.ts';
export { accountReviews } from './review-queue.ts';
