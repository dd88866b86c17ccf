import type { Biometrics } from './biometrics.ts';
import { fromBase64Url, parsePasskey, toBase64Url, verifyAssertion, type Passkey } from './passkey.ts';

const ALGORITHMS = { ES256: -7, RS256: -257 } as const;
const PROMPT_MS = 60_000;

/** WebAuthn knows hosts by name: an address of numbers can have no passkey. */
function hasName(host: string): boolean {
  return !/^[\d.]+$|:/.test(host);
}

const challenge = () => crypto.getRandomValues(new Uint8Array(32));

async function enrol({ account, nick }: { account: string; nick: string }): Promise<string> {
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: challenge(),
      rp: { name: 'Holdfast' },
      // No account behind it: this passkey opens a cover, it signs nobody in.
      user: { id: crypto.getRandomValues(new Uint8Array(16)), name: account, displayName: nick },
      pubKeyCredParams: Object.values(ALGORITHMS).map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: {
        authenticatorAttachment: 'platform',
        residentKey: 'discouraged',
        userVerification: 'required',
      },
      attestation: 'none',
      timeout: PROMPT_MS,
    },
  });
  const { rawId, response } = made as PublicKeyCredential & { response: AuthenticatorAttestationResponse };
  const publicKey = response.getPublicKey();
  if (!publicKey) throw new Error('the authenticator did not tell its public key');
  const algorithm = response.getPublicKeyAlgorithm() === ALGORITHMS.ES256 ? 'ES256' : 'RS256';
  const passkey: Passkey = { id: toBase64Url(rawId), publicKey: toBase64Url(publicKey), algorithm };
  return JSON.stringify(passkey);
}

/** Asks for the passkey that was made here. The signature is looked at and not the fact that there was an answer. */
async function verify(enrolment: string): Promise<boolean> {
  const passkey = parsePasskey(enrolment);
  if (!passkey) return false;
  const asked = challenge();
  try {
    const got = await navigator.credentials.get({
      publicKey: {
        challenge: asked,
        allowCredentials: [{ type: 'public-key', id: fromBase64Url(passkey.id), transports: ['internal'] }],
        userVerification: 'required',
        timeout: PROMPT_MS,
      },
    });
    const { response } = got as PublicKeyCredential & { response: AuthenticatorAssertionResponse };
    const { origin, hostname: host } = globalThis.location;
    return await verifyAssertion(
      passkey,
      {
        clientDataJSON: new Uint8Array(response.clientDataJSON),
        authenticatorData: new Uint8Array(response.authenticatorData),
        signature: new Uint8Array(response.signature),
      },
      { challenge: toBase64Url(asked), origin, host },
    );
  } catch {
    // Broken off, timed out, refused by the device: the PIN is still there.
    return false;
  }
}

/** A passkey of this device (WebAuthn): user verification is always required, so its own prompt decides who is there. */
export const webPasskey: Biometrics = {
  async isAvailable() {
    if (!('PublicKeyCredential' in globalThis) || !hasName(globalThis.location.hostname)) return false;
    return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);
  },
  enrol,
  verify,
};
