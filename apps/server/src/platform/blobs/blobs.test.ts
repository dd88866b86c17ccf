import { randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import S3rver from 's3rver';
import { afterAll, describe, expect, it } from 'vitest';
import { createDiskStore } from './disk.ts';
import { BlobStoreError, type BlobStore, type StoredBlob } from './port.ts';
import { createS3Store, type S3Options } from './s3.ts';

const folders: string[] = [];
const closings: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  await Promise.all(closings.map((close) => close()));
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-blobs-'));
  folders.push(folder);
  return folder;
}

const BUCKET = 'holdfast';
async function startS3(): Promise<S3Options> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: await freshFolder(),
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  closings.push(() => server.close());
  const [accessKeyId, secretAccessKey] = ['S3RVER', 'S3RVER'];
  return {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'local',
    bucket: BUCKET,
    accessKeyId,
    secretAccessKey,
  };
}

const nameOf = () => randomBytes(16).toString('base64url');
async function blobsOf(store: BlobStore): Promise<StoredBlob[]> {
  const blobs: StoredBlob[] = [];
  for await (const blob of store.list()) blobs.push(blob);
  return blobs;
}
const listed = async (store: BlobStore) => (await blobsOf(store)).map(({ name }) => name).toSorted();

describe.each([
  ['on a disk', async () => createDiskStore(await freshFolder())],
  ['in S3', async () => createS3Store(await startS3())],
] as const)('a store %s', (_, open) => {
  it('gives back what was put, byte for byte, the last of it', async () => {
    const store = await open();
    const [name, first, second] = [nameOf(), randomBytes(70_000), randomBytes(5 * 1024 * 1024)];
    expect(await store.get(name)).toBeUndefined();
    await store.put(name, first);
    await store.put(name, second);
    expect((await store.get(name))?.equals(second)).toBe(true);
    await store.put(name, Buffer.alloc(0));
    expect(await store.get(name)).toHaveLength(0);
  });

  it('lists what it has, and removes it for good', async () => {
    const store = await open();
    const names = Array.from({ length: 5 }, nameOf).toSorted();
    await Promise.all(names.map((name) => store.put(name, Buffer.from(name))));
    expect(await listed(store)).toEqual(names);
    const [{ modifiedAt } = { modifiedAt: new Date(0) }] = await blobsOf(store);
    expect(Math.abs(modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
    await store.remove(names[0] ?? '');
    await store.remove(names[0] ?? '');
    expect(await listed(store)).toEqual(names.slice(1));
  });

  it.each(['', '..', '../../etc/passwd', `${'A'.repeat(21)}/`, 'A'.repeat(23), `${'A'.repeat(21)}\0`])(
    'takes no name that is none of ours: %j',
    async (name) => {
      const store = await open();
      for (const work of [
        () => store.get(name),
        () => store.put(name, Buffer.from('x')),
        () => store.remove(name),
      ])
        await expect((async () => work())()).rejects.toThrow(RangeError);
    },
  );
});

describe('a store that is not there', () => {
  it('fails by its own name, and soon', async () => {
    const store = createS3Store({ ...(await startS3()), endpoint: 'http://127.0.0.1:1' });
    await expect(store.put(nameOf(), Buffer.from('x'))).rejects.toThrow(BlobStoreError);
    await expect(store.get(nameOf())).rejects.toThrow(BlobStoreError);
  });
});

describe.skipIf(process.platform === 'win32')('a disk that is full', () => {
  it('leaves no half file: whole or nothing', async () => {
    const folder = await freshFolder();
    // A process that may write no file of more than 64 KiB meets the same fault in the middle of a write, without anybody's rights.
    const script = `
      const { createDiskStore } = await import(${JSON.stringify(new URL('disk.ts', import.meta.url).href)});
      const store = await createDiskStore(${JSON.stringify(folder)});
      await store.put('A'.repeat(22), Buffer.alloc(30_000, 1));
      const outcome = await store.put('B'.repeat(22), Buffer.alloc(3_000_000, 2)).then(() => 'stored', (error) => error.name);
      process.stdout.write(outcome);`;
    const limited = `trap '' XFSZ; ulimit -f 128; exec "$0" --input-type=module -e "$1"`;
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', limited, process.execPath, script]);
    expect(stdout).toBe('BlobStoreError');
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    expect(files.map(({ name }) => name)).toEqual(['A'.repeat(22)]);
    expect((await stat(join(files[0]?.parentPath ?? '', files[0]?.name ?? ''))).size).toBe(30_000);
  });
});

it('a store in S3 lists what comes in several answers, each asked for by the token of the one before', async () => {
  // s3rver makes such a token with a cipher that OpenSSL no longer has.
  const names = Array.from({ length: 3 }, nameOf);
  const asked: (string | null)[] = [];
  const server = createServer((request, response) => {
    const token = new URL(request.url ?? '', 'http://s3').searchParams.get('continuation-token');
    asked.push(token);
    const at = Number(token ?? 0);
    const isTruncated = at < names.length - 1;
    response.setHeader('content-type', 'application/xml').end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>
       ${isTruncated ? `<NextContinuationToken>${at + 1}</NextContinuationToken>` : ''}
       <Contents><Key>blobs/${names[at]}</Key><LastModified>2026-08-17T06:02:00.000Z</LastModified></Contents></ListBucketResult>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closings.push(async () => server.close());
  const { port } = server.address() as AddressInfo;
  const store = createS3Store({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'local',
    bucket: BUCKET,
    accessKeyId: 'a',
    secretAccessKey: 'b',
  });
  expect((await blobsOf(store)).map(({ name }) => name)).toEqual(names);
  expect(asked).toEqual([null, '1', '2']);
});
