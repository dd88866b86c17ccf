/** The server's face: everything over node:crypto, nothing of it for a browser. */
import {
  fingerprintKey,
  hashDevice,
  makeDevice as device,
  makeRid as rid,
  proveSession,
  type SessionProofInput,
} from './src/identity.ts';
import { nodePrimitives as p } from './src/primitives/node.ts';
import { runSync } from './src/step.ts';
import * as upload from './src/upload.ts';
import type { Bytes } from './src/bytes.ts';

export type { Answer, SealedError } from './src/answer.ts';
export { createBox, type Box } from './src/box.ts';
export type { CallInput, Timing } from './src/client-session.ts';
export type { ExchangeAnswer, ExchangeRefusal } from './src/exchange.ts';
export type { ExchangeLimits } from './src/exchange-pool.ts';
export type { PinText, SessionProofInput } from './src/identity.ts';
export { CHANNEL, METHODS, type Endpoint, type Method } from './src/limits.ts';
export {
  beginNodeExchange,
  type NodeExchange,
  type NodeSealedCall,
  type NodeSession,
} from './src/node-client.ts';
export {
  loadServerKey,
  makeServerKey,
  type LoadedServerKey,
  type ServerKeyRecord,
} from './src/server-key.ts';
export {
  createChannelServer,
  makeTicketKey,
  type AnswerInput,
  type ChannelServer,
  type ChannelServerOptions,
  type OpenInput,
  type RawBody,
} from './src/server.ts';
export type { OpenedOutcome, OpenedRequest, RequestRefusal } from './src/server-request.ts';
export { isBUrl, isRid } from './src/text.ts';
export { ticketEpoch } from './src/ticket.ts';
export { NO_FILE, type AssetRequest, type OpenedAssetRequest, type UploadedFile } from './src/upload.ts';

/** SHA-256 of a device identity's text, 64 hex characters: the DEV_ID of the outer body. */
export function deviceHash(identity: string): string {
  return runSync(hashDevice(p, identity));
}

/** The `checksum` of authenticated calls, 64 hex characters. Throws a RangeError on a device or token of another shape. */
export function sessionProof(input: SessionProofInput): string {
  return runSync(proveSession(p, input));
}

/** SHA-256 of a server's compressed public point (66 hex characters), as the sign-in screen shows it. */
export function keyFingerprint(publicKey: string): string {
  return runSync(fingerprintKey(p, publicKey));
}

export function makeDevice(): string {
  return device(p);
}

export function makeRid(): string {
  return rid(p);
}

/** The Authorization of a request to the assets host. */
export function sealAssetRequest(
  access: { readonly token: string; readonly key: string },
  request: upload.AssetRequest,
): string {
  return runSync(upload.sealAssetRequest(p, access, request));
}

/** Opens such a header; `openToken` gives what the token holds. Every failure is the same undefined. */
export function openAssetRequest<T extends { readonly key: Bytes }>(
  request: { readonly header: string; readonly method: 'GET' | 'POST'; readonly path: string },
  openToken: (token: Uint8Array) => T | undefined,
): { readonly token: T; readonly request: upload.OpenedAssetRequest } | undefined {
  return runSync(upload.openAssetRequest(p, request, openToken));
}

/** Length and SHA-256 of a file, as its upload names it. */
export function hashFile(file: Bytes): upload.UploadedFile {
  return runSync(upload.hashFile(p, file));
}
