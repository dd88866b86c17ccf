/** Making a member. */
export { insertMember } from './member.store.ts';
export { registrationCalls } from './registration.calls.ts';
