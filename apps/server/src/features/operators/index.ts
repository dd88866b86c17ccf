/** Operators: the people who run the product, and their sessions. The console that signs them in does not exist yet. */
export { operatorGuard, recheckOperator } from './operator-guard.ts';
