import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AVATAR_CHECKSUM_KEY } from '@holdfast/contract/constants';
import { avatarUrl } from '@holdfast/contract/rules';
import { createHash } from 'node:crypto';
import { inTransaction } from '#platform/db/db.ts';
import { appNow } from '#platform/db/clock.ts';
import { createHttpServer, type HttpServer } from '#platform/http/http-server.ts';
import { createLog } from '#platform/log/log.ts';
import { linkFile } from '#features/assets/index.ts';
import { photo } from '#testing/pictures.ts';
import { testServer, type TestServer } from '#testing/test-server.ts';
import { readLink, sendFile, tokenFor, upload } from '#testing/uploads.ts';
import { defined, type OperatorId, type OperatorSessionId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAssets } from './assets.ts';

/** An assets host at an origin of its own, in front of the same store and database as the apps. */

const OFFICE = '192.0.2.77';
let server: TestServer;
let own: HttpServer;
let picture: Buffer<ArrayBuffer>;

beforeAll(async () => {
  server = await testServer();
  picture = await photo();
  const log = createLog('silent');
  own = await createHttpServer({ log, trustedProxies: ['127.0.0.1'], webDir: undefined });
  const { database, blobs, filesDir: dataDir } = server;
  const consoleNetworks = ['192.0.2.0/24'];
  const stop = await startAssets({ apps: { own }, db: database.db, log, blobs, dataDir, consoleNetworks });
  await own.ready();
  afterAll(async () => {
    await stop();
    await own.close();
  });
});

/** A link as an operator who reviews gets it. */
async function linkForReviewer(fileId: string) {
  const { rows } = await sql<{ sessionId: string }>`
    with made as (
      insert into operator.operator (email, name, role) values ('desk@operator.example', 'Desk', 'reviewer') returning id
    )
    insert into operator.session (operator_id, checksum_hash, device_hash)
    select id, sha256('a proof'), sha256('a device') from made returning id::text as "sessionId"`.execute(
    server.database.owner,
  );
  const sessionId = defined(rows[0], 'a session').sessionId as OperatorSessionId;
  const operator = {
    id: '1' as OperatorId,
    sessionId,
    sessionProof: Buffer.alloc(0),
    role: 'reviewer' as const,
    email: '',
  };
  return inTransaction(server.database.db, async (tx) =>
    linkFile({ tx, now: await appNow(tx), assetsUrl: 'https://files.holdfast.example', operator }, fileId),
  );
}

describe('an assets host of its own', () => {
  it('takes a file and gives it back to whoever holds its link', async () => {
    const member = await server.member();
    const fileId = await upload(own, member, 'identity-front', picture);
    const link = await member.call('/member/file/link', { fileId });
    expect((await readLink(own, link)).statusCode).toBe(200);
    expect((await own.inject({ url: link.path })).statusCode).toBe(401);
  });

  it('lets a page of another origin ask and read, with no more than the header', async () => {
    const token = await tokenFor(await server.member(), 'identity-front');
    const asked = await own.inject({
      method: 'OPTIONS',
      url: token.path,
      headers: {
        origin: 'https://app.holdfast.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(asked.statusCode).toBe(204);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization, *',
      'access-control-allow-methods': 'GET, POST',
    });
    expect(asked.headers).not.toHaveProperty('access-control-allow-credentials');
    const refused = await own.inject({ url: token.path });
    expect(refused.statusCode).toBe(401);
    expect(refused.headers['access-control-allow-origin']).toBe('*');
    // Where files come from the app's own origin, no other page reads anything.
    const answer = await server.app.inject({ url: token.path });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('answers a body that it does not read to its end with the same headers, so that the page learns why', async () => {
    await own.listen({ host: '127.0.0.1', port: 0 });
    const { port } = own.server.address() as AddressInfo;
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path: `/upload/${'a'.repeat(22)}` });
    sent.on('error', () => {});
    sent.write('--');
    const [response] = (await once(sent, 'response')) as [{ statusCode: number; headers: object }];
    expect(response.statusCode).toBe(401);
    expect(response.headers).toMatchObject({ 'access-control-allow-origin': '*', connection: 'close' });
    sent.destroy();
  });

  it('shows operators their files in the networks from which they work, and nowhere else', async () => {
    const fileId = await upload(own, await server.member(), 'identity-front', picture);
    const link = await linkForReviewer(fileId);
    expect(link.host).toBe('https://files.holdfast.example');
    const readFrom = async (address: string) => (await readLink(own, link, { address })).statusCode;
    expect(await readFrom(OFFICE)).toBe(200);
    expect(await readFrom('203.0.113.5')).toBe(401);
  });

  it('has nothing of an app: no page, no call, no key', async () => {
    for (const url of ['/', '/login', '/proxykeys', '/members'])
      expect((await own.inject({ url, headers: { accept: 'text/html' } })).statusCode, url).toBe(404);
    expect((await own.inject({ method: 'POST', url: '/proxypost', payload: {} })).statusCode).toBe(404);
  });

  it('serves avatars by their address', async () => {
    const member = await server.member();
    const token = await tokenFor(member, 'avatar');
    expect(await sendFile(own, token, picture)).toMatchObject({ isStored: true });
    await member.call('/member/avatar/set', { fileId: token.fileId });
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    const url = defined(
      await avatarUrl({ assets: '', fileId: token.fileId, key: AVATAR_CHECKSUM_KEY, sha256 }),
      'an address',
    );
    const { statusCode, headers } = await own.inject({ url });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="${token.fileId}.webp"`,
    });
  });
});
