/** Login passwords: changed, forgotten, forced, expired. */
export { sweepReplacedPasswords } from './password.store.ts';
export { passwordCalls } from './passwords.calls.ts';
