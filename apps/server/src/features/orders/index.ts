/** Orders: the escrowed trade between two members. */
export { cardUsesOf, payAccountUsesOf } from './card-uses.ts';
export { cancelForRisk, type FailedRiskCancel } from './cancel-for-risk.ts';
export { endRiskCancel, enqueueRiskCancel } from './risk-cancel.store.ts';
export { fireCaseClocks, type FailedCaseClock } from './case-clocks.ts';
export { compareParties, type FailedLook } from './compare-parties.ts';
export { compareProofs } from './compare-proofs.ts';
export { findTrades, type Trade } from './find-trades.ts';
export { fireAllDue, fireDue, type FailedTimer } from './fire-due.ts';
export { findOrder, listOrdersOf, type Order } from './order.store.ts';
export { listPastOrders } from './past-orders.store.ts';
export { findOrderRemark } from './order-remark.store.ts';
export { noticesOf } from './order-notices.ts';
export { sideOf } from './order.rules.ts';
export { listEventRows, type OrderEventRow } from './event.store.ts';
export { findEvidence, toEvidenceFile } from './make-evidence.ts';
export { findPayPlace, toPayTo } from './pay-place.ts';
export {
  foreignEvidence,
  ruleOnOrder,
  rulingFaults,
  selectRuled,
  sharesOf,
  type Ruled,
  type Ruling,
} from './rule-on-order.ts';
export { orderCalls } from './orders.calls.ts';
export { answerCase } from './answer-case.ts';
export { findLineFile, listLines } from './thread.store.ts';
export { cancelsToday, clearCancels } from './read-restrictions.ts';
