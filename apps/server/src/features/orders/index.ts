/** Orders: the escrowed trade between two members. */
export { fireAllDue } from './fire-due.ts';
export { orderCalls } from './orders.calls.ts';
