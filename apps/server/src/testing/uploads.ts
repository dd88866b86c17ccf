import type { Readable } from 'node:stream';
import type { CallInput, FileLink, UploadToken } from '@holdfast/contract/calls';
import { findErrorByCode, type ErrorName } from '@holdfast/contract/errors';
import { hashFile, NO_FILE, sealAssetRequest, type AssetRequest } from '@holdfast/secure-channel/node';
import type { FastifyInstance } from 'fastify';
import type { TestMember } from './test-client.ts';

/** What a device does with the assets host. For tests only. */

export const BOUNDARY = 'the-boundary-of-a-test';

/** A multipart body of one file. */
export function multipart(bytes: Uint8Array, fileName = 'picture.jpg', type = 'image/jpeg'): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

export function tokenFor(
  member: TestMember,
  purpose: CallInput<'/member/upload-file-token'>['purpose'] | 'avatar',
): Promise<UploadToken> {
  return purpose === 'avatar'
    ? member.call('/member/upload-avatar-token', {})
    : member.call('/member/upload-file-token', { purpose });
}

type Access = Pick<UploadToken | FileLink, 'token' | 'key' | 'path' | 'serviceId'>;

export function authorization(access: Access, request: Partial<AssetRequest> = {}): string {
  return sealAssetRequest(access, {
    method: 'POST',
    path: access.path,
    serviceId: access.serviceId,
    now: Date.now(),
    file: NO_FILE,
    at: 0,
    ...request,
  });
}

export interface Uploaded {
  readonly status: number;
  /** Of a named answer. */
  readonly outcome: ErrorName | undefined;
  readonly received: number | undefined;
  readonly isStored: boolean | undefined;
}

function readUploaded({ statusCode, payload }: { statusCode: number; payload: string }): Uploaded {
  const { errorCode, data } =
    payload === ''
      ? { errorCode: undefined, data: {} }
      : (JSON.parse(payload) as { errorCode: number; data: { received?: number; isStored?: boolean } });
  return {
    status: statusCode,
    outcome: errorCode === undefined ? undefined : findErrorByCode(errorCode),
    received: data.received,
    isStored: data.isStored,
  };
}

export interface SendPart {
  /** Only this much of it is sent, from `at` on. */
  readonly from?: number;
  readonly to?: number;
  /** Of the request's header, where it is not the honest one. */
  readonly sealed?: Partial<AssetRequest>;
  readonly header?: string;
  readonly path?: string;
  readonly fileName?: string;
  readonly type?: string;
  /** Where it comes from. */
  readonly address?: string;
}

/** Sends a file, or a part of it. */
export async function sendFile(
  app: FastifyInstance,
  token: Access,
  bytes: Uint8Array<ArrayBuffer>,
  { from = 0, to = bytes.length, ...part }: SendPart = {},
): Promise<Uploaded> {
  const file = hashFile(bytes);
  const headers = {
    'content-type': MULTIPART,
    authorization: part.header ?? authorization(token, { file, at: from, ...part.sealed }),
    ...(part.address && { 'x-forwarded-for': part.address }),
  };
  const payload = multipart(bytes.subarray(from, to), part.fileName, part.type);
  return readUploaded(await app.inject({ method: 'POST', url: part.path ?? token.path, headers, payload }));
}

/** Sends a file whose body comes bit by bit. */
export async function beginFile(
  app: FastifyInstance,
  token: Access,
  bytes: Uint8Array<ArrayBuffer>,
  { payload, address }: { payload: Readable; address?: string },
): Promise<Uploaded> {
  const headers = {
    'content-type': MULTIPART,
    'content-length': String(multipart(bytes).length),
    authorization: authorization(token, { file: hashFile(bytes) }),
    ...(address && { 'x-forwarded-for': address }),
  };
  return readUploaded(await app.inject({ method: 'POST', url: token.path, headers, payload }));
}

/** How far an upload is. */
export async function askUpload(app: FastifyInstance, token: Access): Promise<Uploaded> {
  const headers = { authorization: authorization(token, { method: 'GET' }) };
  return readUploaded(await app.inject({ method: 'GET', url: token.path, headers }));
}

/** Reads a private file by its link, from that address. */
export function readLink(
  app: FastifyInstance,
  link: Access,
  { address, ...sealed }: Partial<AssetRequest> & { readonly address?: string } = {},
) {
  const headers = {
    authorization: authorization(link, { method: 'GET', ...sealed }),
    ...(address && { 'x-forwarded-for': address }),
  };
  return app.inject({ method: 'GET', url: link.path, headers });
}

/** Uploads a file that must be taken; its id. */
export async function upload(
  app: FastifyInstance,
  member: TestMember,
  purpose: Parameters<typeof tokenFor>[1],
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const token = await tokenFor(member, purpose);
  const { outcome, isStored, status } = await sendFile(app, token, bytes);
  if (!isStored) throw new Error(`the upload was answered with ${outcome ?? status}`);
  return token.fileId;
}
