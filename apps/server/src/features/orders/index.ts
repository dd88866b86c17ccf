/** Orders: the escrowed trade between two members. */
export { cardUsesOf, payAccountUsesOf } from './card-uses.ts';
export { findTrades, type Trade } from './find-trades.ts';
export { fireAllDue, type FailedTimer } from './fire-due.ts';
export { findOrder, type Order } from './order.store.ts';
export { sideOf } from './order.rules.ts';
export { findPayPlace, toPayTo } from './pay-place.ts';
export { orderCalls } from './orders.calls.ts';
