import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { UploadToken } from '@holdfast/contract/calls';
import { hashFile } from '@holdfast/secure-channel/node';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createIncoming, type Incoming } from '#platform/blobs/incoming.ts';
import { hostileFiles } from '#testing/hostile-files.ts';
import { photo } from '#testing/pictures.ts';
import { testServer, type TestServer } from '#testing/test-server.ts';
import {
  askUpload,
  authorization,
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

describe('one member', () => {
  it('who has four uploads hanging gets no fifth place, and takes none of the others’', async () => {
    const [greedy, other] = [await server.member(), await server.member()];
    const hanging = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const token = await tokenFor(greedy, 'identity-front');
        const body = new PassThrough();
        body.write(multipart(picture).subarray(0, 20_000));
        const answer = server.app.inject({
          method: 'POST',
          url: token.path,
          headers: headersOf(token),
          payload: body,
        });
        return { token, body, answer };
      }),
    );
    for (const { token } of hanging) await untilSomeArrived(token);
    const fifth = await tokenFor(greedy, 'identity-back');
    expect(await sendFile(server.app, fifth, picture)).toMatchObject({ status: 503 });
    expect(await upload(server.app, other, 'identity-front', picture)).toMatch(/^[\w-]{22}$/);
    for (const { body } of hanging) body.end(multipart(picture).subarray(20_000));
    for (const { answer } of hanging) expect((await answer).statusCode).toBe(200);
    expect(await sendFile(server.app, fifth, picture)).toMatchObject({ isStored: true });
  });
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
