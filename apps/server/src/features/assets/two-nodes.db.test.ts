import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { UploadToken } from '@holdfast/contract/calls';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BlobStore } from '#platform/blobs/port.ts';
import { photo } from '#testing/pictures.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer, type TestServer } from '#testing/test-server.ts';
import { askUpload, beginFile, multipart, readLink, sendFile, tokenFor } from '#testing/uploads.ts';

/** One upload that is ended by two nodes: on one machine, where they share the parts that have come, or on two. */

/** Called before a file is put into the store, with how many were before it. */
let beforePut: (earlier: number) => Promise<void> = async () => {};
let afterPut: (earlier: number) => Promise<void> = async () => {};
let puts = 0;
const watched = (blobs: BlobStore): BlobStore => ({
  ...blobs,
  async put(name, bytes) {
    const earlier = puts++;
    await beforePut(earlier);
    await blobs.put(name, bytes);
    await afterPut(earlier);
  },
});

let server: TestServer;
let picture: Buffer<ArrayBuffer>;
beforeAll(async () => {
  server = await testServer({ wrapBlobs: watched });
  picture = await photo({ width: 1200, height: 900 });
});
beforeEach(() => {
  [puts, beforePut, afterPut] = [0, async () => {}, async () => {}];
});

const filesNamed = async (fileId: string) => {
  const entries = await readdir(server.filesDir, { recursive: true, withFileTypes: true });
  return entries.filter(({ name }) => name === fileId).map(({ parentPath }) => parentPath);
};

/** Exactly one file under its name, one row, and nothing left of the parts. */
async function expectStoredOnce(member: TestMember, token: UploadToken, node: FastifyInstance) {
  const { fileId } = token;
  expect(await filesNamed(fileId)).toEqual([join(server.filesDir, 'blobs', fileId.slice(0, 2))]);
  const { rows } = await sql`select state from assets.file where id = ${fileId}`.execute(
    server.database.owner,
  );
  expect(rows).toEqual([{ state: 'stored' }]);
  const link = await member.call('/member/file/link', { fileId });
  expect((await readLink(node, link)).rawPayload).toHaveLength(link.bytes);
}

const stored = { status: 200, isStored: true, received: 0 };

describe.each([
  ['on one machine', false],
  ['on two machines', true],
])('two nodes %s', (_, ownDisk) => {
  let nodes: [FastifyInstance, FastifyInstance];
  let member: TestMember;
  let token: UploadToken;
  beforeAll(async () => {
    nodes = [server.app, await server.startNode({ ownDisk })];
  });
  beforeEach(async () => {
    member = await server.member();
    token = await tokenFor(member, 'identity-front');
  });

  it('that get a whole file at once store it once, and both say so', async () => {
    const answers = await Promise.all(nodes.map((node) => sendFile(node, token, picture)));
    expect(answers.map(({ status, isStored }) => [status, isStored])).toEqual([
      [200, true],
      [200, true],
    ]);
    expect(answers[0]).toEqual(answers[1]);
    await expectStoredOnce(member, token, nodes[1]);
  });

  it('that both stand before the store put the same file, and both say so', async () => {
    const { promise: both, resolve } = Promise.withResolvers<void>();
    beforePut = async (earlier) => {
      if (earlier > 0) resolve();
      await both;
    };
    const [one, two] = await Promise.all(nodes.map((node) => sendFile(node, token, picture)));
    expect(one).toMatchObject({ status: 200, isStored: true });
    expect(two).toEqual(one);
    await expectStoredOnce(member, token, nodes[0]);
  });

  it('end it once where the answer of the first one is lost while it stores the file', async () => {
    const { promise: second, resolve: endSecond } = Promise.withResolvers<void>();
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    afterPut = async (earlier) => {
      if (earlier > 0) return;
      reach();
      await second;
    };
    const [one, two] = nodes;
    const lost = sendFile(one, token, picture);
    await reached;
    // What a client does after a lost answer: it asks how much has arrived, and sends the rest.
    const { received = 0, isStored } = await askUpload(two, token);
    expect([received, isStored]).toEqual([ownDisk ? 0 : picture.length, false]);
    const answer = await sendFile(two, token, picture, { from: received });
    endSecond();
    expect(await lost).toEqual(answer);
    expect(answer).toMatchObject({ status: 200, isStored: true });
    await expectStoredOnce(member, token, two);
  });

  it('agree where the answer of the first one is lost after the file is stored', async () => {
    const [one, two] = nodes;
    expect(await sendFile(one, token, picture)).toMatchObject({ status: 200, isStored: true });
    expect(await askUpload(two, token)).toMatchObject(stored);
    expect(await askUpload(one, token)).toMatchObject(stored);
    await expectStoredOnce(member, token, two);
  });

  it('agree where the last byte reaches one of them after the other one has stored the file', async () => {
    const [one, two] = nodes;
    const body = new PassThrough();
    body.write(multipart(picture).subarray(0, 20_000));
    const late = beginFile(two, token, picture, { payload: body });
    await expect.poll(async () => (await askUpload(two, token)).received).toBeGreaterThan(10_000);
    const first = await sendFile(one, token, picture);
    expect(first).toMatchObject({ status: 200, isStored: true });
    body.end(multipart(picture).subarray(20_000));
    expect(await late).toEqual(first);
    await expectStoredOnce(member, token, one);
  });

  it('leave each other what has arrived', async () => {
    const { promise: cut, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    beforePut = async () => {
      reach();
      await cut;
    };
    const [one, two] = nodes;
    const first = sendFile(one, token, picture);
    await reached;
    await sendFile(two, token, picture, { to: 1000 });
    expect((await askUpload(two, token)).received).toBe(ownDisk ? 1000 : picture.length);
    goOn();
    expect(await first).toMatchObject({ status: 200, isStored: true });
  });

  it('leave no file where the other one has refused the upload meanwhile', async () => {
    const [one, two] = nodes;
    const { promise: refused, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    beforePut = async () => {
      reach();
      await refused;
    };
    const late = sendFile(one, token, picture);
    await reached;
    const refusal = await sendFile(two, token, Buffer.alloc(0));
    expect(refusal).toMatchObject({ status: 200, outcome: 'UPLOAD_EMPTY' });
    goOn();
    expect(await late).toEqual(refusal);
    expect(await filesNamed(token.fileId)).toEqual([]);
  });
});
