/** The second step of a sign-in: codes of an authenticator app, and the recovery codes that replace them. */
export { authenticatorCalls } from './authenticator.calls.ts';
export {
  compareCode,
  hasAuthenticator,
  suspendRecentAuthenticator,
  takeCode,
  type ShownCode,
} from './codes.ts';
export { concludeChange, redeemChangeTicket, type GuardedChangeParts } from './guarded-change.ts';
export { readAuthenticatorState } from './read-authenticator.ts';
export { removeLostAuthenticator } from './remove-lost.ts';
