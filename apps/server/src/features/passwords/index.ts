/** Login passwords: changed, forgotten, forced, expired. */
export { passwordCalls } from './passwords.calls.ts';
