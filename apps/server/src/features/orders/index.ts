/** Orders: the escrowed trade between two members. */
export { findTrades, type Trade } from './find-trades.ts';
export { fireAllDue } from './fire-due.ts';
export { orderCalls } from './orders.calls.ts';
