import { matching, oneOf, recordOf, text } from '@holdfast/client/storage';

/** What a passkey leaves with us: its name and its public half. */
export interface Passkey {
  readonly id: string;
  /** SubjectPublicKeyInfo, base64url. */
  readonly publicKey: string;
  readonly algorithm: 'ES256' | 'RS256';
}

const B64U = /^[\w-]+$/;
const readPasskey = recordOf<Passkey>({
  id: matching(B64U),
  publicKey: matching(B64U),
  algorithm: oneOf(['ES256', 'RS256']),
});

export function parsePasskey(enrolment: string): Passkey | undefined {
  return readPasskey(parse(enrolment));
}

/** What the authenticator signed and handed over (WebAuthn, section 6.3.3). */
export interface Assertion {
  readonly clientDataJSON: Uint8Array<ArrayBuffer>;
  readonly authenticatorData: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const RP_HASH_BYTES = 32;

const readClientData = recordOf({ type: oneOf(['webauthn.get']), challenge: text, origin: text });

/**
 * Verifies an assertion as a server would (WebAuthn, section 7.2), here in the browser, because it opens a cover of this browser and
 * nothing else: our challenge, our origin, our host, a verified person, and the signature of the stored key over all of it.
 */
export async function verifyAssertion(
  passkey: Passkey,
  { clientDataJSON, authenticatorData, signature }: Assertion,
  expected: { challenge: string; origin: string; host: string },
): Promise<boolean> {
  const client = readClientData(parse(new TextDecoder().decode(clientDataJSON)));
  if (client?.challenge !== expected.challenge || client.origin !== expected.origin) return false;
  const flags = authenticatorData[RP_HASH_BYTES] ?? 0;
  if ((flags & USER_PRESENT) === 0 || (flags & USER_VERIFIED) === 0) return false;
  const host = await sha256(new TextEncoder().encode(expected.host));
  if (!host.every((byte, index) => byte === authenticatorData[index])) return false;

  const signed = new Uint8Array([...authenticatorData, ...(await sha256(clientDataJSON))]);
  const isElliptic = passkey.algorithm === 'ES256';
  const importAs = isElliptic
    ? { name: 'ECDSA', namedCurve: 'P-256' }
    : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const raw = isElliptic ? toRawSignature(signature) : signature;
  if (!raw) return false;
  try {
    const key = await crypto.subtle.importKey('spki', fromBase64Url(passkey.publicKey), importAs, false, [
      'verify',
    ]);
    return await crypto.subtle.verify({ name: importAs.name, hash: 'SHA-256' }, key, raw, signed);
  } catch {
    return false;
  }
}

/** The two numbers of a DER signature side by side, 32 bytes each, as WebCrypto wants them. */
function toRawSignature(der: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  const first = readInteger(der, 2);
  const second = first && readInteger(der, first.end);
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return undefined;
  if (!first || !second || second.end !== der.length) return undefined;
  const raw = new Uint8Array(64);
  raw.set(first.value, 32 - first.value.length);
  raw.set(second.value, 64 - second.value.length);
  return raw;
}

function readInteger(der: Uint8Array, at: number): { value: Uint8Array; end: number } | undefined {
  const length = der[at + 1] ?? 0;
  const end = at + 2 + length;
  if (der[at] !== 0x02 || length === 0 || end > der.length) return undefined;
  // A leading zero only keeps the number positive.
  const value = der.subarray(der[at + 2] === 0 ? at + 3 : at + 2, end);
  return value.length <= 32 ? { value, end } : undefined;
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

export function toBase64Url(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCodePoint(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export function fromBase64Url(encoded: string): Uint8Array<ArrayBuffer> {
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.codePointAt(0) ?? 0);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
