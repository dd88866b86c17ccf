export {
  FEE_SHARDS,
  feeAccount,
  memberAccount,
  orderEscrow,
  partnerClearing,
  platformAccount,
  type Account,
} from './account.ts';
export { approveAsOwner } from './approve.ts';
export {
  availableOf,
  memberBalances,
  platformBalances,
  type MemberBalances,
  type Split,
} from './balances.ts';
export type { LedgerConnection } from './connection.ts';
export type { Entry, Line } from './entry.ts';
export { claimDueLot, openLot, openLots, postponeLot, releaseLot, type Lot, type OwnLot } from './holds.ts';
export {
  listJournal,
  type JournalItem,
  type JournalKind,
  type JournalPlace,
  type JournalRange,
} from './journal.ts';
export { cancel, closeRest, endHold, finish, issue, lock, publish, relock, split } from './movements.ts';
export { listOrderPostings, type OrderPosting } from './order-entries.ts';
export { post, postMany, type Posted, type PostedBatch, type PostedLine } from './post.ts';
export { reconcile, trialBalance, type Finding, type TrialBalanceRow } from './reconcile.ts';
export { REFUSALS, type Refusal, type Refused } from './refusal.ts';
export { isRetryable, withRetry, type RetryOptions } from './retry.ts';
export { lastReconciliation, reconcileNext, type LastNight, type PieceSize } from './nightly.ts';
