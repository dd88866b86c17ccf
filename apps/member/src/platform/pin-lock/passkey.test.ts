import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fromBase64Url, parsePasskey, toBase64Url, verifyAssertion, type Passkey } from './passkey.ts';

const HOST = 'wallet.example';
const ORIGIN = `https://${HOST}`;
const CHALLENGE = toBase64Url(new Uint8Array(32).fill(7));
const EXPECTED = { challenge: CHALLENGE, origin: ORIGIN, host: HOST };

const bytes = (text: string) => new TextEncoder().encode(text);
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();

function makeKey(algorithm: Passkey['algorithm']): { passkey: Passkey; privateKey: KeyObject } {
  const { publicKey, privateKey } =
    algorithm === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const der = publicKey.export({ format: 'der', type: 'spki' });
  return { passkey: { id: 'aWQ', publicKey: toBase64Url(new Uint8Array(der)), algorithm }, privateKey };
}

/** What an authenticator answers; each part can be another one than it should be. */
function assertion(
  privateKey: KeyObject,
  { client = {}, host = HOST, flags = 0x05 }: { client?: object; host?: string; flags?: number } = {},
) {
  const clientDataJSON = bytes(
    JSON.stringify({ type: 'webauthn.get', challenge: CHALLENGE, origin: ORIGIN, ...client }),
  );
  const authenticatorData = new Uint8Array([...sha256(host), flags, 0, 0, 0, 1]);
  const signature = new Uint8Array(
    sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey),
  );
  return { clientDataJSON, authenticatorData, signature };
}

describe('an assertion of a passkey', () => {
  test.each(['ES256', 'RS256'] as const)('of the stored %s key is taken', async (algorithm) => {
    const { passkey, privateKey } = makeKey(algorithm);
    // A number of the signature may be shorter than 32 bytes or begin with a zero: enough tries meet both.
    for (let count = 0; count < (algorithm === 'ES256' ? 300 : 1); count += 1)
      expect(await verifyAssertion(passkey, assertion(privateKey), EXPECTED)).toBe(true);
  });

  const { passkey, privateKey } = makeKey('ES256');
  test.each([
    ['another challenge', { client: { challenge: toBase64Url(new Uint8Array(32)) } }],
    ['another origin', { client: { origin: 'https://evil.example' } }],
    ['another ceremony', { client: { type: 'webauthn.create' } }],
    ['another host', { host: 'evil.example' }],
    ['nobody present', { flags: 0x04 }],
    ['a person that was not verified', { flags: 0x01 }],
  ])('with %s is refused', async (_, wrong) => {
    expect(await verifyAssertion(passkey, assertion(privateKey, wrong), EXPECTED)).toBe(false);
  });

  test('of another key is refused', async () => {
    const other = makeKey('ES256');
    expect(await verifyAssertion(passkey, assertion(other.privateKey), EXPECTED)).toBe(false);
  });

  test('whose signature or signed bytes were changed is refused', async () => {
    const right = assertion(privateKey);
    const flipped = (data: Uint8Array<ArrayBuffer>, at: number) =>
      data.map((byte, index) => (index === at ? byte ^ 1 : byte));
    for (let at = 0; at < right.signature.length; at += 1) {
      const changed = { ...right, signature: flipped(right.signature, at) };
      expect(await verifyAssertion(passkey, changed, EXPECTED), `signature ${at}`).toBe(false);
    }
    const counted = { ...right, authenticatorData: flipped(right.authenticatorData, 36) };
    expect(await verifyAssertion(passkey, counted, EXPECTED)).toBe(false);
    for (const signature of [new Uint8Array(), new Uint8Array([0x30]), bytes('not a signature')])
      expect(await verifyAssertion(passkey, { ...right, signature }, EXPECTED)).toBe(false);
  });

  test('from a browser that says no JSON is refused', async () => {
    const right = assertion(privateKey);
    expect(await verifyAssertion(passkey, { ...right, clientDataJSON: bytes('{') }, EXPECTED)).toBe(false);
  });
});

describe('what is kept of a passkey', () => {
  test('is read back, and anything else is none', () => {
    const passkey = { id: 'a-_9', publicKey: 'QUJD', algorithm: 'ES256' };
    expect(parsePasskey(JSON.stringify(passkey))).toEqual(passkey);
    for (const wrong of ['', '{', '{}', JSON.stringify({ ...passkey, algorithm: 'none' }), 'enrolled'])
      expect(parsePasskey(wrong), wrong).toBeUndefined();
  });
  test('base64url goes there and back', () => {
    const all = Uint8Array.from({ length: 256 }, (_, index) => index);
    expect(fromBase64Url(toBase64Url(all))).toEqual(all);
  });
});
