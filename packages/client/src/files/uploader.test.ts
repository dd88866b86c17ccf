import type { CallInput, UploadToken } from '@holdfast/contract/calls';
import { ERRORS, type ErrorName } from '@holdfast/contract/errors';
import { AppError, defined } from '@holdfast/kernel';
import { openAssetRequest } from '@holdfast/secure-channel/node';
import { describe, expect, test } from 'vitest';
import type { CallApi } from '../calls/call-api.ts';
import type { FileAnswer, FilesNetwork } from '../network/files-port.ts';
import { createUploader } from './uploader.ts';

const NOW = 1_767_225_600_000;
const KEY = Buffer.alloc(64, 7);
const HOST = 'https://files.holdfast.example';

/** An assets host over a network that breaks as a test wants it. */
function prepare({ storedAt = Infinity } = {}) {
  const tokens: UploadToken[] = [];
  const world = {
    received: Buffer.alloc(0),
    /** What happens to the next requests: the network goes before, in the middle or after; or a status comes. */
    faults: [] as ('before' | 'middle' | 'after' | number | ErrorName)[],
    requests: [] as string[],
    waits: 0,
    onWait: () => {},
  };
  const callApi = (async (path: string, args: { input?: CallInput<'/member/upload-file-token'> }) => {
    const fileId = `${tokens.length}`.padStart(22, 'A');
    const token: UploadToken = {
      token: Buffer.from(`token ${tokens.length} of forty characters or more`).toString('base64url'),
      key: KEY.toString('base64url'),
      host: HOST,
      path: `/upload/${fileId}`,
      exp: '',
      serviceId: path.includes('avatar') ? 'avatar' : 'file',
      fileId,
      maxBytes: 1,
      types: [],
    };
    expect(path.includes('avatar') || args.input?.purpose).toBeTruthy();
    world.received = Buffer.alloc(0);
    tokens.push(token);
    return token;
  }) as unknown as CallApi;
  let total = 0;
  const answer = (name: ErrorName, data: object): FileAnswer => ({
    status: 200,
    text: JSON.stringify({ errorCode: ERRORS[name].code, errorMessage: '', data }),
  });
  const state = () =>
    answer('SUCCESS', {
      received: world.received.length,
      isStored: world.received.length >= Math.min(total, storedAt),
    });
  const open = (address: string, method: 'GET' | 'POST', header: string) => {
    expect(address.startsWith(HOST)).toBe(true);
    return defined(
      openAssetRequest({ header, method, path: address.slice(HOST.length) }, () => ({ key: KEY })),
      'a header that opens',
    ).request;
  };
  const meet = (fault: (typeof world.faults)[number] | undefined): FileAnswer | undefined => {
    if (typeof fault === 'number') return { status: fault, text: '' };
    if (fault === 'before') throw new TypeError('no network');
    return fault === undefined || fault === 'middle' || fault === 'after' ? undefined : answer(fault, {});
  };
  const files: FilesNetwork = {
    async send(path, part, { authorization }) {
      const { file, at, now } = open(path, 'POST', authorization);
      expect(now).toBe(NOW);
      world.requests.push(`${at}+${part.size}`);
      total = file.bytes;
      const fault = world.faults.shift();
      const met = meet(fault);
      if (met) return met;
      expect(at).toBeLessThanOrEqual(world.received.length);
      const bytes = Buffer.from(await part.arrayBuffer());
      const taken = fault === 'middle' ? bytes.subarray(0, 1000) : bytes;
      world.received = Buffer.concat([world.received.subarray(0, at), taken]);
      if (fault === 'middle' || fault === 'after') throw new TypeError('no network');
      return state();
    },
    async ask(path, { authorization }) {
      open(path, 'GET', authorization);
      world.requests.push('ask');
      return meet(world.faults.shift()) ?? state();
    },
    read: async () => undefined,
  };
  const wait = async () => {
    world.waits += 1;
    world.onWait();
  };
  const uploader = createUploader({ callApi, files, serverNow: () => NOW, wait });
  return { uploader, world, tokens };
}

const bytes = (length: number) => Buffer.from(Uint8Array.from({ length }, (_, at) => at % 251));
const fileOf = (length: number) => new Blob([bytes(length)]);
const signal = new AbortController().signal;
const KIB = 1024;

describe('an upload', () => {
  test('sends a small file at once, and a large one in parts that grow', async () => {
    const { uploader, world, tokens } = prepare();
    expect(await uploader.upload(fileOf(1000), { purpose: 'avatar', signal })).toBe(tokens[0]?.fileId);
    expect(world.requests).toEqual(['0+1000']);
    const shares: number[] = [];
    const onProgress = (share: number) => shares.push(share);
    await uploader.upload(fileOf(1000 * KIB), { purpose: 'identity-front', signal, onProgress });
    expect(world.requests.slice(1)).toEqual([
      `0+${128 * KIB}`,
      `${128 * KIB}+${256 * KIB}`,
      `${384 * KIB}+${512 * KIB}`,
      `${896 * KIB}+${104 * KIB}`,
    ]);
    expect(shares).toEqual([0, 0.128, 0.384, 0.896]);
    expect(world.received.equals(bytes(1000 * KIB))).toBe(true);
  });

  test.each([
    ['before it has left', 'before', '0+100000'],
    ['in the middle', 'middle', '1000+99000'],
  ] as const)('goes on after a cut %s with what is missing', async (_, fault, next) => {
    const { uploader, world } = prepare();
    world.faults = [fault];
    await uploader.upload(fileOf(100_000), { purpose: 'identity-front', signal });
    expect(world.requests).toEqual([
      '0+100000',
      'ask',
      next.replace(/\+\d+$/, (size) => `+${Math.min(64 * KIB, Number(size))}`),
      ...world.requests.slice(3),
    ]);
    expect(world.received.equals(bytes(100_000))).toBe(true);
  });

  test('sends nothing again when only the answer was lost', async () => {
    const { uploader, world } = prepare();
    world.faults = ['after'];
    await uploader.upload(fileOf(1000), { purpose: 'identity-front', signal });
    expect(world.requests).toEqual(['0+1000', 'ask']);
  });

  test('waits while the server is busy or its store is not there', async () => {
    const { uploader, world } = prepare();
    world.faults = [503, 'STORAGE_UNAVAILABLE'];
    await uploader.upload(fileOf(1000), { purpose: 'identity-front', signal });
    expect([world.requests, world.waits]).toEqual([['0+1000', 'ask', 'ask', '0+1000'], 2]);
  });

  test('begins anew with another token when one has run out, three times at most', async () => {
    const { uploader, world, tokens } = prepare();
    world.faults = [401];
    expect(await uploader.upload(fileOf(1000), { purpose: 'identity-front', signal })).toBe(
      tokens[1]?.fileId,
    );
    world.faults = [401, 401, 401];
    await expect(uploader.upload(fileOf(1000), { purpose: 'avatar', signal })).rejects.toMatchObject({
      code: 'CONNECTION_UNSTABLE',
    });
  });

  test('ends with the name of what is wrong with the file, some of it before a byte has left', async () => {
    const { uploader, world } = prepare();
    world.faults = ['UPLOAD_ANIMATED'];
    await expect(uploader.upload(fileOf(10), { purpose: 'avatar', signal })).rejects.toMatchObject({
      code: 'UPLOAD_ANIMATED',
    });
    const sent = world.requests.length;
    await expect(uploader.upload(fileOf(0), { purpose: 'avatar', signal })).rejects.toMatchObject({
      code: 'UPLOAD_EMPTY',
    });
    await expect(
      uploader.upload(fileOf(2 * KIB * KIB + 1), { purpose: 'avatar', signal }),
    ).rejects.toMatchObject({
      code: 'UPLOAD_TOO_LARGE',
      data: { megabytes: 2 },
    });
    expect(world.requests).toHaveLength(sent);
  });

  test('gives up when the network does not come back', async () => {
    const { uploader, world } = prepare();
    world.faults = Array.from({ length: 50 }, () => 'before' as const);
    await expect(uploader.upload(fileOf(10), { purpose: 'avatar', signal })).rejects.toBeInstanceOf(AppError);
    expect(world.waits).toBe(8);
  });

  test('ends at once when it is cancelled', async () => {
    const { uploader, world } = prepare();
    const abort = new AbortController();
    world.faults = ['before'];
    world.onWait = () => abort.abort(new Error('cancelled'));
    await expect(uploader.upload(fileOf(10), { purpose: 'avatar', signal: abort.signal })).rejects.toThrow(
      'cancelled',
    );
    expect(world.requests).toHaveLength(1);
  });
});
