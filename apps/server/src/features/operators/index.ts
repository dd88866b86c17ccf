/** Those who run the product: their sessions. The console that signs them in is an app of its own. */
export { holdOperator, operatorGuard } from './find-operator.ts';
