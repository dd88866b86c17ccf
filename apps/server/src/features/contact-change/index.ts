/** A member's mobile number and mail address: changed with codes to the old and the new address. */
export { contactChangeCalls } from './contact-change.calls.ts';
