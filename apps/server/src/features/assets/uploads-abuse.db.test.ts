import { createHash, randomBytes } from 'node:crypto';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { UploadToken } from '@holdfast/contract/calls';
import { AVATAR_CHECKSUM_KEY } from '@holdfast/contract/constants';
import { defined } from '@holdfast/kernel';
import { hashFile } from '@holdfast/secure-channel/node';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createIncoming, type Incoming } from '#platform/blobs/incoming.ts';
import { hostileFiles } from '#testing/hostile-files.ts';
import { photo } from '#testing/pictures.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer, type TestServer } from '#testing/test-server.ts';
import {
  askUpload,
  authorization,
  beginFile,
  MULTIPART,
  multipart,
  sendFile,
  tokenFor,
  upload,
} from '#testing/uploads.ts';

let server: TestServer;
let incoming: Incoming;
let picture: Buffer<ArrayBuffer>;
let port: number;

beforeAll(async () => {
  server = await testServer();
  incoming = await createIncoming(join(server.filesDir, 'incoming'));
  picture = await photo({ width: 1200, height: 900 });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
});

const headersOf = (token: UploadToken) => ({
  host: 'localhost',
  'content-type': MULTIPART,
  'content-length': String(multipart(picture).length),
  authorization: authorization(token, { file: hashFile(picture) }),
});

/** An upload over a connection of its own that stops after `share` of its body. */
function begin(token: UploadToken, share: number) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}); // it is cut on purpose
  const headers = Object.entries(headersOf(token)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${token.path} HTTP/1.1\r\n${headers.join('')}\r\n`);
  const body = multipart(picture);
  socket.write(body.subarray(0, Math.floor(body.length * share)));
  return socket;
}

const untilSomeArrived = (token: UploadToken) =>
  vi.waitFor(async () => expect(await incoming.size(token.fileId)).toBeGreaterThan(10_000), {
    timeout: 10_000,
  });

describe('a connection', () => {
  it('that is cut in the middle of a file leaves what has arrived, and the rest ends it', async () => {
    const token = await tokenFor(await server.member(), 'identity-front');
    const socket = begin(token, 0.6);
    await untilSomeArrived(token);
    socket.destroy();
    const { received = 0 } = await askUpload(server.app, token);
    expect(received).toBeGreaterThan(10_000);
    expect(received).toBeLessThan(picture.length);
    expect(await sendFile(server.app, token, picture, { from: received })).toMatchObject({ isStored: true });
  });

  // Well before the server gives the hanging one up by itself, after ten seconds.
  it('that hangs gives way to a newer one with the same file', { timeout: 8000 }, async () => {
    const token = await tokenFor(await server.member(), 'identity-front');
    const socket = begin(token, 0.6);
    await untilSomeArrived(token);
    expect(await sendFile(server.app, token, picture)).toMatchObject({ isStored: true });
    socket.destroy();
  });
});

/** An upload whose first bytes have been sent, and no more for now. */
async function hang(member: TestMember, address?: string) {
  const token = await tokenFor(member, 'identity-front');
  const body = new PassThrough();
  body.write(multipart(picture).subarray(0, 20_000));
  const answer = beginFile(server.app, token, picture, { payload: body, ...(address && { address }) });
  return { token, body, answer };
}

describe('one member', () => {
  it('who has four uploads hanging gets no fifth place, and takes none of the others’', async () => {
    const [greedy, other] = [await server.member(), await server.member()];
    const hanging = await Promise.all(Array.from({ length: 4 }, () => hang(greedy)));
    for (const { token } of hanging) await untilSomeArrived(token);
    const fifth = await tokenFor(greedy, 'identity-back');
    expect(await sendFile(server.app, fifth, picture)).toMatchObject({ status: 503 });
    expect(await upload(server.app, other, 'identity-front', picture)).toMatch(/^[\w-]{22}$/);
    for (const { body } of hanging) body.end(multipart(picture).subarray(20_000));
    for (const { answer } of hanging) expect(await answer).toMatchObject({ status: 200 });
    expect(await sendFile(server.app, fifth, picture)).toMatchObject({ isStored: true });
  });
});

describe('sixteen accounts that hold all places with uploads that hang', () => {
  it.each([
    ['from one network', () => '198.51.100.1'],
    ['each from a network of its own', (n: number) => `198.51.${n}.1`],
  ])(
    '%s, keep no other member out',
    async (_, addressOf) => {
      const members: TestMember[] = [];
      while (members.length < 16) members.push(await server.member());
      const hanging = await Promise.all(
        members.flatMap((member, n) => Array.from({ length: 4 }, () => hang(member, addressOf(n)))),
      );
      for (const { token } of hanging) await untilSomeArrived(token);
      const token = await tokenFor(await server.member(), 'identity-front');
      expect(await sendFile(server.app, token, picture, { address: '203.0.113.1' })).toMatchObject({
        isStored: true,
      });
      for (const { body } of hanging) body.end(multipart(picture).subarray(20_000));
      const answers = await Promise.all(hanging.map(async ({ answer }) => (await answer).status));
      expect(answers.filter((status) => status === 503)).toHaveLength(1);
      // Whoever gave way has lost nothing of what had arrived, and goes on there.
      const out = defined(hanging[answers.indexOf(503)], 'the one that gave way').token;
      const { received = 0 } = await askUpload(server.app, out);
      expect(received).toBeGreaterThan(10_000);
      expect(await sendFile(server.app, out, picture, { from: received })).toMatchObject({ isStored: true });
    },
    90_000,
  );
});

describe('the hostile files', () => {
  it('are each refused by name over the wire, and leave nothing behind', async () => {
    // A file of each fault: images.test.ts has them all.
    const files = [...new Map((await hostileFiles()).map((file) => [file.fault, file])).values()];
    expect(files.length).toBe(6);
    const member = await server.member();
    for (const { bytes, fault, purpose = 'identity-front' } of files) {
      const token = await tokenFor(member, purpose);
      expect(await sendFile(server.app, token, bytes)).toMatchObject({ status: 200, outcome: fault });
      expect(await server.blobs.get(token.fileId)).toBeUndefined();
      expect(await incoming.size(token.fileId)).toBe(0);
    }
  });
});

describe('files that are asked for', () => {
  const addressOf = (fileId: string) =>
    `/res/${fileId}?checksum=${createHash('sha256')
      .update(fileId + AVATAR_CHECKSUM_KEY)
      .digest('hex')}`;

  it('in whatever number leave members the connections for their calls', async () => {
    const member = await server.member();
    const { owner } = server.database;
    const asked = await owner.transaction().execute(async (tx) => {
      await sql`lock table assets.file in access exclusive mode`.execute(tx);
      const flood = Array.from({ length: 100 }, () =>
        server.app.inject({ url: addressOf(randomBytes(16).toString('base64url')) }),
      );
      const waiting = sql`select from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
      await expect.poll(async () => (await waiting.execute(owner)).rows.length).toBeGreaterThan(3);
      expect(await member.call('/bank/list/{account}', {})).toMatchObject({ cards: [] });
      return { flood };
    });
    const statuses = (await Promise.all(asked.flood)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([404, 503]));
    expect(statuses.filter((status) => status === 503)).toHaveLength(100 - 68);
  });
});
