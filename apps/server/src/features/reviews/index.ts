/** The queues of the reviewers: who works on what. Each slice that owns something to review hands in a `ReviewKind`, and ends claims as it decides. */
export {
  claimItem,
  endClaim,
  listClaims,
  listHeld,
  listLost,
  sweepClaims,
  type Claim,
} from './claim.store.ts';
export { holdsClaim, spendClaim } from './claims.ts';
export { COUNTED_MAX, type QueueItem, type ReviewKind } from './review-kinds.ts';
export { reviewCalls } from './reviews.calls.ts';
