/** The apps' face: noble and WebCrypto, nothing of Node; it runs under Node too, for tests. */
import { ChannelClient as PortedClient, type ChannelClientOptions as PortedOptions } from './src/client.ts';
import * as identity from './src/identity.ts';
import { createBrowserPrimitives } from './src/primitives/browser.ts';
import { openExchange, type PendingReply } from './src/session.ts';
import { runAsync } from './src/step.ts';

export type { Answer, SealedError } from './src/answer.ts';
export { ChannelError, type ChannelErrorKind, type LocalCode } from './src/channel-error.ts';
export {
  parseRetryAfter,
  type CallAnswer,
  type ChannelPorts,
  type PostResult,
  type StreamRequest,
} from './src/client.ts';
export type { CallInput, Timing } from './src/client-session.ts';
export type { PinText, SessionProofInput } from './src/identity.ts';
export { CHANNEL, METHODS, type Endpoint, type Method } from './src/limits.ts';
export type { PendingReply, SealedRequest, Session } from './src/session.ts';
export { isBUrl, isRid } from './src/text.ts';

const p = createBrowserPrimitives();

export type ChannelClientOptions = Omit<PortedOptions, 'primitives'>;

/** The channel of one device over this platform's WebCrypto. */
export class ChannelClient extends PortedClient {
  constructor(options: ChannelClientOptions) {
    super({ ...options, primitives: p });
  }
}

/** One exchange by hand, for a policy other than `ChannelClient`'s. Throws a RangeError on a pin that is none. */
export function beginExchange(input: {
  pin: identity.PinText;
  device: string;
  now: number;
}): Promise<PendingReply> {
  return openExchange(p, { ...input, pin: identity.parsePin(input.pin) });
}

/** A new device identity: 16 random hex characters, kept for the session. */
export function makeDevice(): string {
  return identity.makeDevice(p);
}

/** A new request id: 16 random bytes, 22 characters. */
export function makeRid(): string {
  return identity.makeRid(p);
}

/** SHA-256 of a device identity's text, 64 hex characters. */
export function deviceHash(device: string): Promise<string> {
  return runAsync(identity.hashDevice(p, device));
}

/** The `checksum` of authenticated calls, 64 hex characters. Rejects with a RangeError on a device or token of another shape. */
export function sessionProof(input: identity.SessionProofInput): Promise<string> {
  return runAsync(identity.proveSession(p, input));
}

/** SHA-256 of a server's compressed public point (66 hex characters), as the sign-in screen shows it. */
export function keyFingerprint(publicKey: string): Promise<string> {
  return runAsync(identity.fingerprintKey(p, publicKey));
}
