import { toHex, fromHex, type Bytes } from './bytes.ts';
import { isCompressedPoint } from './curve.ts';
import type { Pin } from './exchange.ts';
import type { Primitives } from './primitives/port.ts';
import { settled, type Step } from './step.ts';
import { DEVICE } from './text.ts';

/** A new device identity: 16 random hex characters, kept for the session. A pseudonym, never an authenticator. */
export function makeDevice(p: Primitives): string {
  return toHex(p.randomBytes(8));
}

/** A new request id: made once for an intent and kept until its outcome is known. */
export function makeRid(p: Primitives): string {
  return p.toBase64Url(p.randomBytes(16));
}

/** The DEV_ID of the outer body: SHA-256 of the identity's text, lower-case hex. */
export function* hashDevice(p: Primitives, device: string): Step<string> {
  return toHex(yield* settled(p.sha256(p.utf8(device))));
}

/** What stands for a sign-in. `device` is 16 and `token` 43 characters long, so the join parses from the right. */
export interface SessionProofInput {
  readonly account: string;
  readonly device: string;
  readonly token: string;
}

/** The `checksum` of authenticated calls: SHA-256 hex over account, device and access token without separators. */
export function* proveSession(p: Primitives, { account, device, token }: SessionProofInput): Step<string> {
  if (!DEVICE.test(device)) throw new RangeError('a device identity is 16 lower-case hex characters');
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) throw new RangeError('an access token is 43 base64url characters');
  return toHex(yield* settled(p.sha256(p.utf8(`${account}${device}${token}`))));
}

/** The 33 bytes of a server's public key; undefined when the text is not the hex of a compressed point's shape. */
export function parsePublicKey(publicKey: string): Bytes | undefined {
  const point = fromHex(publicKey);
  return point && isCompressedPoint(point) ? point : undefined;
}

/** A server key as an app build carries it. */
export interface PinText {
  readonly kid: number;
  /** The compressed point, 66 hex characters. */
  readonly publicKey: string;
}

/** Throws a RangeError on a pin that no build may ship. */
export function parsePin({ kid, publicKey }: PinText): Pin {
  const point = parsePublicKey(publicKey);
  if (!point || !Number.isInteger(kid) || kid < 0 || kid > 255) throw new RangeError('not a server key pin');
  return { kid, point };
}

/** What the sign-in screen shows of a server key: SHA-256 of the compressed point, hex. */
export function* fingerprintKey(p: Primitives, publicKey: string): Step<string> {
  return toHex(yield* settled(p.sha256(parsePin({ kid: 0, publicKey }).point)));
}
