/** Orders that wait for a person: the stuck board and the case rooms of the operators. */
export { caseCalls } from './cases.calls.ts';
export { rulingRequest } from './rule.ts';
