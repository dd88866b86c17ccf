/**
 * The Authorization of a request to the assets host, which stands outside the channel: `b64u(0x01 ‖ lp(token) ‖ SEAL(key, A = lp(method) ‖
 * lp(path), text))`. Token and key come through the channel; the token is opaque to the client and holds the same key for the server. The
 * text names the file by length and hash, so a header that was seen opens nothing for another file, path or method.
 */
import { copyOf, lp, toHex, type Bytes } from './bytes.ts';
import { CHANNEL } from './limits.ts';
import type { Primitives } from './primitives/port.ts';
import { importSealKey, open, seal, SEAL_KEY_LENGTH } from './seal.ts';
import { settled, type Step } from './step.ts';

/** The whole file, also where a request carries only the rest of it. */
export interface UploadedFile {
  readonly bytes: number;
  /** SHA-256, 64 hex characters. */
  readonly sha256: string;
}

export interface AssetRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly serviceId: string;
  /** Milliseconds of server time as the client reckons it. */
  readonly now: number;
  /** Empty for a request without a file part. */
  readonly file: UploadedFile;
  /** Where in the file the sent part begins; 0 for the whole of it. */
  readonly at: number;
}

export type OpenedAssetRequest = Pick<AssetRequest, 'serviceId' | 'now' | 'file' | 'at'>;

/** The hash of nothing: what stands for the file of a request that has none. */
export const NO_FILE: UploadedFile = {
  bytes: 0,
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
};

const TEXT =
  /^L:TS=(\d{13})&SID=([a-z-]{1,32})&LEN=(0|[1-9]\d{0,9})&SHA256=([0-9a-f]{64})(?:&AT=([1-9]\d{0,9}))?$/;
const HEADER_LENGTH_MAX = 4096;

function contextOf(p: Primitives, { method, path }: Pick<AssetRequest, 'method' | 'path'>): Bytes {
  return p.concat(lp(p, method), lp(p, path));
}

function printText({ now, serviceId, file, at }: AssetRequest): string {
  const text = `L:TS=${now}&SID=${serviceId}&LEN=${file.bytes}&SHA256=${file.sha256}${at === 0 ? '' : `&AT=${at}`}`;
  if (!TEXT.test(text)) throw new RangeError('an asset request outside the grammar');
  return text;
}

/** Seals the header. Throws a RangeError on a token or key of another shape: those are mistakes of the calling code. */
export function* sealAssetRequest(
  p: Primitives,
  { token, key }: { token: string; key: string },
  request: AssetRequest,
): Step<string> {
  const [tokenBytes, rawKey] = [p.fromBase64Url(token), p.fromBase64Url(key)];
  if (!tokenBytes || rawKey?.length !== SEAL_KEY_LENGTH)
    throw new RangeError('not an asset token with its key');
  const sealKey = yield* importSealKey(p, copyOf(rawKey));
  const sealed = yield* seal(p, sealKey, contextOf(p, request), p.utf8(printText(request)));
  return p.toBase64Url(p.concat(Uint8Array.of(CHANNEL.version), lp(p, tokenBytes), ...sealed));
}

/** Takes a header apart; undefined for anything that is not one. */
function parseHeader(p: Primitives, header: string): { token: Bytes; sealed: Bytes } | undefined {
  const bytes = header.length > HEADER_LENGTH_MAX ? undefined : p.fromBase64Url(header);
  if (!bytes || bytes.length < 3 || bytes[0] !== CHANNEL.version) return undefined;
  const end = 3 + 256 * (bytes[1] ?? 0) + (bytes[2] ?? 0);
  if (end > bytes.length) return undefined;
  return { token: copyOf(bytes.subarray(3, end)), sealed: copyOf(bytes.subarray(end)) };
}

/**
 * Opens a header. `openToken` gives what the token holds, its 64-byte key among it, or undefined. Every failure is the same undefined.
 */
export function* openAssetRequest<T extends { readonly key: Bytes }>(
  p: Primitives,
  request: { readonly header: string; readonly method: 'GET' | 'POST'; readonly path: string },
  openToken: (token: Bytes) => T | undefined,
): Step<{ readonly token: T; readonly request: OpenedAssetRequest } | undefined> {
  const parsed = parseHeader(p, request.header);
  const token = parsed && openToken(parsed.token);
  if (!parsed || token?.key.length !== SEAL_KEY_LENGTH) return undefined;
  const key = yield* importSealKey(p, copyOf(token.key));
  const plain = yield* open(p, key, contextOf(p, request), parsed.sealed);
  const [, now, serviceId = '', bytes, sha256 = '', at = '0'] =
    TEXT.exec((plain && p.decodeUtf8(plain)) ?? '') ?? [];
  if (now === undefined) return undefined;
  return {
    token,
    request: { now: Number(now), serviceId, file: { bytes: Number(bytes), sha256 }, at: Number(at) },
  };
}

/** SHA-256 of a file as the header names it. */
export function* hashFile(p: Primitives, file: Bytes): Step<UploadedFile> {
  const hash = yield* settled(p.sha256(file));
  return { bytes: file.length, sha256: toHex(hash) };
}
