/** Passkeys: signing in by a key of the device, without a password. */
export { relyingPartyOf, type RelyingParty } from './ceremonies.ts';
export { passkeyCalls } from './passkeys.calls.ts';
export { beginSignature, checkSignIn, suspendRecentPasskeys, takeSignIn, type Signature } from './sign-in.ts';
