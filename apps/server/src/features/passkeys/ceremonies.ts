import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Passkey, Credential } from './passkey.store.ts';

/**
 * The two ceremonies of WebAuthn. A key says who holds the device and who unlocked it, so user verification is always required: such a
 * sign-in is both factors. Origin and relying party come from the configuration, never from the request.
 */
export interface RelyingParty {
  readonly origin: string;
  readonly id: string;
}

const NAME = '穩付 Holdfast';
const PROMPT_MS = 120_000;

/** Undefined where the origin is not configured, and where it is no name: WebAuthn knows hosts by name. */
export function relyingPartyOf(publicUrl: string | undefined): RelyingParty | undefined {
  if (publicUrl === undefined) return undefined;
  const { origin, hostname } = new URL(publicUrl);
  return /^[\d.]+$|:/.test(hostname) ? undefined : { origin, id: hostname };
}

export function offerRegistration(
  party: RelyingParty,
  { account, userHandle, known }: { account: string; userHandle: string; known: readonly Credential[] },
) {
  return generateRegistrationOptions({
    rpName: NAME,
    rpID: party.id,
    userName: account,
    userID: new Uint8Array(Buffer.from(userHandle, 'base64url')),
    timeout: PROMPT_MS,
    attestationType: 'none',
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** The new key, if the answer is one to this challenge; undefined for any other. */
export async function checkRegistration(
  party: RelyingParty,
  { response, challenge }: { response: RegistrationResponseJSON; challenge: string },
): Promise<{ credential: Credential; counter: number } | undefined> {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }));
  if (!verified) return undefined;
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { credential: { id, publicKey: Buffer.from(publicKey).toString('base64url'), transports }, counter };
}

/** Names no key: the browser offers those that it has, and nobody learns who exists. */
export function offerSignIn(party: RelyingParty) {
  return generateAuthenticationOptions({
    rpID: party.id,
    timeout: PROMPT_MS,
    userVerification: 'required',
    allowCredentials: [],
  });
}

/** The counter of a right signature over this challenge; undefined for a wrong one. */
export async function checkSignature(
  party: RelyingParty,
  {
    passkey,
    response,
    challenge,
  }: { passkey: Passkey; response: AuthenticationResponseJSON; challenge: string },
): Promise<number | undefined> {
  const { id, publicKey } = passkey.credential;
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => undefined);
  return checked?.verified ? checked.authenticationInfo.newCounter : undefined;
}
