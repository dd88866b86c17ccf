/** Those who run the product: their sessions. The console that signs them in is an app of its own. */
export { recheckOperator, operatorGuard } from './find-operator.ts';
