/** Registration of members. */
export { insertMember } from './member.store.ts';
export { registrationCalls } from './registration.calls.ts';
