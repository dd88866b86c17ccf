/** Real-name verification. The approved name of a member is `realNameOf` of member-profile. */
export { realNameCalls } from './real-name.calls.ts';
