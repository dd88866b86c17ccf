/** Accounts at third-party pay apps: where a member is paid by a QR code. */
export { findAccountVersion, listAccounts, type PayAccount } from './account.store.ts';
export type { PayAccountUsesOf } from './account-uses.ts';
export { findSharedPayAccounts } from './common.store.ts';
export { addApproved, renameHolders } from './operator-accounts.ts';
export { payAccountKind, payAccountReviews } from './pay-account-kind.ts';
export { thirdPartyPaymentCalls } from './third-party-payment.calls.ts';
