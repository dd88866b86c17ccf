import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AVATAR_CHECKSUM_KEY } from '@holdfast/contract/constants';
import type { OperatorRole } from '@holdfast/contract/operators';
import { defined, type OperatorId, type OperatorSessionId } from '@holdfast/kernel';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { appNow } from '#platform/db/clock.ts';
import { inTransaction } from '#platform/db/db.ts';
import { photo, SERIAL } from '#testing/pictures.ts';
import { testServer, type TestServer } from '#testing/test-server.ts';
import { sellerWithListing } from '#testing/traders.ts';
import {
  askUpload,
  authorization,
  MULTIPART,
  multipart,
  readLink,
  sendFile,
  tokenFor,
  upload,
} from '#testing/uploads.ts';
import { claimFile } from './claim-file.ts';
import { linkFile } from './file-link.ts';
import { UPLOADS_PER_DAY } from './issue-token.ts';

let server: TestServer;
let picture: Buffer<ArrayBuffer>;

beforeAll(async () => {
  server = await testServer();
  picture = await photo();
});

const filesUnder = async (folder: string): Promise<string[]> => {
  const entries = await readdir(join(server.filesDir, folder), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};
const blobOf = async (fileId: string) => (await filesUnder('blobs')).find((path) => path.endsWith(fileId));

describe('an upload', () => {
  it('is stored under its id, sealed, readable by nobody else on the machine', async () => {
    const fileId = await upload(server.app, await server.member(), 'identity-front', picture);
    const path = defined(await blobOf(fileId), 'a blob');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700);
    await expect(sharp(path).metadata()).rejects.toThrow(/unsupported image format/);
    expect(await filesUnder('incoming')).toEqual([]);
  });

  it('comes back as a picture without anything that stood beside it, the right way up', async () => {
    const member = await server.member();
    const sideways = await photo({ width: 640, height: 480, orientation: 6 });
    expect(sideways.includes(SERIAL)).toBe(true);
    const fileId = await upload(server.app, member, 'identity-front', sideways);
    const link = await member.call('/member/file/link', { fileId });
    const { rawPayload: bytes, statusCode } = await readLink(server.app, link);
    expect(statusCode).toBe(200);
    const { format, width, height, exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 480, height: 640 });
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
    expect(bytes.includes(SERIAL)).toBe(false);
    expect(bytes.length).toBe(link.bytes);
  });

  it('is made smaller where it is larger than anybody needs', async () => {
    const member = await server.member();
    const fileId = await upload(
      server.app,
      member,
      'identity-back',
      await photo({ width: 4000, height: 1000 }),
    );
    const { rawPayload } = await readLink(server.app, await member.call('/member/file/link', { fileId }));
    const { width, height } = await sharp(rawPayload).metadata();
    expect([width, height]).toEqual([2560, 640]);
  });

  it('takes each picture format, with or without transparency', async () => {
    const member = await server.member();
    const clear = sharp({
      create: { width: 60, height: 40, channels: 4, background: { r: 9, g: 99, b: 199, alpha: 0.5 } },
    });
    const files = await Promise.all([
      clear.clone().png().toBuffer(),
      clear.clone().webp().toBuffer(),
      clear.clone().webp({ lossless: true }).toBuffer(),
    ]);
    for (const file of files)
      expect(await upload(server.app, member, 'identity-back', Buffer.from(file))).toMatch(/^[\w-]{22}$/);
  });

  it('names the way to its file by ids of ours alone, whatever the name that it came with', async () => {
    const member = await server.member();
    for (const fileName of [
      '../../secrets/master-key',
      '/etc/passwd',
      'a\\0b',
      'x'.repeat(300),
      'CON',
      'con.jpg',
    ]) {
      const token = await tokenFor(member, 'identity-front');
      const { isStored } = await sendFile(server.app, token, picture, { fileName });
      expect(isStored, fileName).toBe(true);
      expect(await blobOf(token.fileId)).toMatch(
        new RegExp(`/blobs/${token.fileId.slice(0, 2)}/${token.fileId}$`),
      );
    }
  });
});

describe('a token', () => {
  it('makes one file', async () => {
    const token = await tokenFor(await server.member(), 'identity-front');
    expect(await sendFile(server.app, token, picture)).toMatchObject({ status: 200, isStored: true });
    expect(await sendFile(server.app, token, picture)).toMatchObject({ status: 401 });
    expect(await sendFile(server.app, token, await photo())).toMatchObject({ status: 401 });
    expect(await askUpload(server.app, token)).toMatchObject({ status: 200, isStored: true });
  });

  it('opens its own path alone', async () => {
    const member = await server.member();
    const [token, other] = [
      await tokenFor(member, 'identity-front'),
      await tokenFor(member, 'identity-back'),
    ];
    expect(await sendFile(server.app, token, picture, { path: other.path })).toMatchObject({ status: 401 });
    expect(
      await sendFile(server.app, token, picture, { path: other.path, sealed: { path: other.path } }),
    ).toMatchObject({ status: 401 });
    expect(await sendFile(server.app, token, picture, { sealed: { serviceId: 'avatar' } })).toMatchObject({
      status: 401,
    });
    expect(await blobOf(other.fileId)).toBeUndefined();
  });

  it('takes no other file than the header announces', async () => {
    const token = await tokenFor(await server.member(), 'identity-front');
    const other = await photo();
    const changed = Buffer.from(picture);
    changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
    const said = { file: { bytes: picture.length, sha256: 'f'.repeat(64) } };
    expect(await sendFile(server.app, token, picture, { sealed: said })).toMatchObject({ status: 401 });
    const headers = {
      'content-type': MULTIPART,
      authorization: authorization(token, { file: { bytes: 10, sha256: 'a'.repeat(64) } }),
    };
    const longer = await server.app.inject({
      method: 'POST',
      url: token.path,
      headers,
      payload: multipart(other.subarray(0, 500)),
    });
    expect(longer.statusCode).toBe(401);
    expect(await filesUnder('incoming')).toEqual([]);
    // Somebody on the way changed it: its owner sends it again with the same token.
    expect(await sendFile(server.app, token, picture)).toMatchObject({ isStored: true });
  });

  it('ends after five minutes, and its header after two', async () => {
    const member = await server.member();
    const token = await tokenFor(member, 'identity-front');
    for (const now of [Date.now() - 121_000, Date.now() + 121_000])
      expect(await sendFile(server.app, token, picture, { sealed: { now } })).toMatchObject({ status: 401 });
    await server.database.setClock('5 minutes');
    expect(await sendFile(server.app, token, picture)).toMatchObject({ status: 401 });
    await server.database.setClock('0');
    expect(await sendFile(server.app, token, picture)).toMatchObject({ isStored: true });
  });

  it.each([
    ['nothing', ''],
    ['a word', 'Bearer x'],
    ['too little', 'AQ'],
    ['too much', 'A'.repeat(3000)],
  ])('is needed: %s opens nothing', async (_, header) => {
    const token = await tokenFor(await server.member(), 'identity-front');
    expect(await sendFile(server.app, token, picture, { header })).toMatchObject({ status: 401 });
  });

  it('is one of a hundred in a day, of which nobody else has fewer for it', async () => {
    const [member, other] = [await server.member(), await server.member()];
    await sql`insert into assets.file (id, member_id, purpose, state, refusal)
              select lpad(n::text, 22, '0'), ${member.id}, 'avatar', 'refused', 'UPLOAD_EMPTY' from generate_series(1, ${UPLOADS_PER_DAY}::int) n`.execute(
      server.database.owner,
    );
    const refused = await member.refuse('/member/upload-file-token', { purpose: 'identity-front' });
    expect(refused).toBe('UPLOAD_LIMIT');
    expect((await other.call('/member/upload-file-token', { purpose: 'identity-front' })).types).toEqual([
      'image/jpeg',
      'image/png',
      'image/webp',
    ]);
  });
});

describe('a request', () => {
  it('without a length, or with one beyond what it announces, is refused before its body', async () => {
    const token = await tokenFor(await server.member(), 'identity-front');
    const headers = {
      'content-type': MULTIPART,
      authorization: authorization(token, { file: { bytes: 9, sha256: 'a'.repeat(64) } }),
    };
    const inject = (more: Record<string, string>) =>
      server.app.inject({
        method: 'POST',
        url: token.path,
        headers: { ...headers, ...more },
        payload: multipart(Buffer.alloc(9)),
      });
    const lengths = [
      { 'content-length': '' },
      { 'content-length': '5368709120' },
      { 'content-type': 'application/json' },
    ];
    const answers = await Promise.all(lengths.map(inject));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([411, 413, 415]);
  });

  it('that stops in the middle goes on where it stopped', async () => {
    const token = await tokenFor(await server.member(), 'identity-front');
    expect(await askUpload(server.app, token)).toMatchObject({ received: 0, isStored: false });
    expect(await sendFile(server.app, token, picture, { to: 1000 })).toMatchObject({
      received: 1000,
      isStored: false,
    });
    expect(await askUpload(server.app, token)).toMatchObject({ received: 1000 });
    // Ahead of what is there nothing is taken; again from behind is.
    expect(await sendFile(server.app, token, picture, { from: 2000 })).toMatchObject({
      received: 1000,
      isStored: false,
    });
    expect(await sendFile(server.app, token, picture, { from: 500 })).toMatchObject({ isStored: true });
  });
});

describe('a file that is refused', () => {
  const cases: readonly (readonly [
    what: string,
    outcome: string,
    make: () => Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>>,
  ])[] = [
    ['of no bytes', 'UPLOAD_EMPTY', () => Buffer.alloc(0)],
    ['of one byte too many', 'UPLOAD_TOO_LARGE', () => Buffer.alloc(5 * 1024 * 1024 + 1, 1)],
    ['cut short', 'UPLOAD_DAMAGED', () => picture.subarray(0, picture.length - 200)],
    ['an SVG', 'UPLOAD_TYPE_NOT_ALLOWED', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [
      'with something behind its end',
      'UPLOAD_MIXED',
      () => Buffer.concat([picture, Buffer.from('PK\x03\x04')]),
    ],
  ];
  it.each(cases)('%s is %s and leaves nothing', async (_, outcome, make) => {
    const token = await tokenFor(await server.member(), 'identity-front');
    expect(await sendFile(server.app, token, await make())).toMatchObject({ status: 200, outcome });
    expect(await blobOf(token.fileId)).toBeUndefined();
    expect(await filesUnder('incoming')).toEqual([]);
    // The token is spent, and says why to whoever asks again.
    expect(await askUpload(server.app, token)).toMatchObject({ outcome });
    expect(await sendFile(server.app, token, picture)).toMatchObject({ status: 401 });
  });
});

describe('a private file', () => {
  it('is read by its link, in the session that asked and for a minute', async () => {
    const member = await server.member();
    const fileId = await upload(server.app, member, 'identity-selfie', picture);
    const link = await member.call('/member/file/link', { fileId });
    const { statusCode, headers } = await readLink(server.app, link);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="${fileId}.jpg"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['content-security-policy']).toContain('sandbox');
    await server.database.setClock('1 minute');
    expect((await readLink(server.app, link)).statusCode).toBe(401);
    await server.database.setClock('0');
    await member.call('/member/sign-out/{account}', {});
    expect((await readLink(server.app, link)).statusCode).toBe(401);
  });

  it('opens for no address alone, no other key and no other file', async () => {
    const member = await server.member();
    const [one, two] = [
      await upload(server.app, member, 'identity-front', picture),
      await upload(server.app, member, 'identity-back', picture),
    ];
    const [link, other] = [
      await member.call('/member/file/link', { fileId: one }),
      await member.call('/member/file/link', { fileId: two }),
    ];
    expect((await server.app.inject({ url: link.path })).statusCode).toBe(401);
    expect((await readLink(server.app, { ...link, key: other.key })).statusCode).toBe(401);
    expect((await readLink(server.app, { ...link, path: other.path })).statusCode).toBe(401);
    // A token to upload is none to read.
    const token = await tokenFor(member, 'identity-front');
    expect((await readLink(server.app, { ...token, path: link.path, serviceId: 'view' })).statusCode).toBe(
      401,
    );
  });

  it('that an operator may see is read at the console, in the session of that operator', async () => {
    const fileId = await upload(server.app, await server.member(), 'identity-front', picture);
    const { rows } = await sql<{ sessionId: string }>`
      with made as (
        insert into operator.operator (email, name, role) values ('viewer@operator.example', 'Viewer', 'reviewer') returning id
      )
      insert into operator.session (operator_id, checksum_hash, device_hash)
      select id, sha256('a proof'), sha256('a device') from made returning id::text as "sessionId"`.execute(
      server.database.owner,
    );
    const sessionId = defined(rows[0], 'a session').sessionId as OperatorSessionId;
    const linkAs = (role: OperatorRole) =>
      inTransaction(server.database.db, async (tx) =>
        linkFile(
          {
            tx,
            now: await appNow(tx),
            assetsUrl: '',
            operator: { id: '1' as OperatorId, sessionId, sessionProof: Buffer.alloc(0), role, email: '' },
          },
          fileId,
        ),
      );
    const link = await linkAs('reviewer');
    expect((await readLink(server.consoleApp, link)).statusCode).toBe(200);
    expect((await readLink(server.app, link)).statusCode).toBe(401);
    expect((await readLink(server.consoleApp, await linkAs('admin'))).statusCode).toBe(401);
    await sql`update operator.session set ended_at = platform.app_now() where id = ${sessionId}`.execute(
      server.database.owner,
    );
    expect((await readLink(server.consoleApp, link)).statusCode).toBe(401);
  });

  it("is nobody else's, and no avatar", async () => {
    const [member, other] = [await server.member(), await server.member()];
    const fileId = await upload(server.app, member, 'identity-front', picture);
    expect(await other.refuse('/member/file/link', { fileId })).toBe('FILE_NOT_FOUND');
    const checksum = createHash('sha256').update(`${fileId}${AVATAR_CHECKSUM_KEY}`).digest('hex');
    expect((await server.app.inject({ url: `/res/${fileId}?checksum=${checksum}` })).statusCode).toBe(404);
  });

  it('is claimed once, by its owner, for its purpose', async () => {
    const [member, other] = [await server.member(), await server.member()];
    const fileId = await upload(server.app, member, 'identity-front', picture);
    const good = { fileId, owner: member.id, purpose: 'identity-front', by: 'identity 1' } as const;
    const claimAs = (change: Partial<Parameters<typeof claimFile>[1]>) =>
      inTransaction(server.database.db, (tx) => claimFile(tx, { ...good, ...change }));
    const refusal = { code: 'FILE_NOT_FOUND' };
    await expect(claimAs({ owner: other.id })).rejects.toMatchObject(refusal);
    await expect(claimAs({ purpose: 'identity-back' })).rejects.toMatchObject(refusal);
    await expect(claimAs({ fileId: 'A'.repeat(22) })).rejects.toMatchObject(refusal);
    expect(await claimAs({})).toMatchObject({ id: fileId, width: 640, height: 480 });
    expect(await claimAs({})).toMatchObject({ id: fileId });
    await expect(claimAs({ by: 'identity 2' })).rejects.toMatchObject(refusal);
  });
});

describe('an avatar', () => {
  const addressOf = (fileId: string, key = AVATAR_CHECKSUM_KEY) =>
    `/res/${fileId}?checksum=${createHash('sha256')
      .update(fileId + key)
      .digest('hex')}`;

  it("is a small square, public under its checksum once it is somebody's", async () => {
    const member = await server.member();
    const token = await member.call('/member/upload-avatar-token', {});
    expect(token).toMatchObject({ serviceId: 'avatar', maxBytes: 2 * 1024 * 1024 });
    expect(await sendFile(server.app, token, picture)).toMatchObject({ isStored: true });
    const { fileId } = token;
    const get = (url: string) => server.app.inject({ url });
    expect((await get(addressOf(fileId))).statusCode).toBe(404);
    expect(await member.call('/member/avatar/set', { fileId })).toEqual({ fileId });
    expect(await member.call('/member/avatar/get', {})).toEqual({ fileId });
    const { statusCode, headers, rawPayload } = await get(addressOf(fileId));
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="${fileId}.webp"`,
    });
    const { width, height, format } = await sharp(rawPayload).metadata();
    expect({ width, height, format }).toEqual({ width: 512, height: 512, format: 'webp' });
    for (const url of [
      `/res/${fileId}`,
      `/res/${fileId}?checksum=`,
      addressOf(fileId, 'another'),
      addressOf('A'.repeat(22)),
      `/res/..%2f${fileId}`,
    ])
      expect((await get(url)).statusCode, url).toBe(404);
    expect(await member.refuse('/member/file/link', { fileId })).toBe('FILE_NOT_FOUND');
  });

  it('is named beside the nickname, to whoever sees the offers of its member or trades with them', async () => {
    const { seller, listing } = await sellerWithListing(server);
    const buyer = await server.member();
    const [ofSeller, ofBuyer] = [
      await upload(server.app, seller, 'avatar', picture),
      await upload(server.app, buyer, 'avatar', picture),
    ];
    const offer = async () => {
      const { items } = await buyer.call('/listing/market', { coin: listing.coin });
      return items.find(({ listingId }) => listingId === listing.id);
    };
    expect(await offer()).toMatchObject({ owner: { avatarFileId: null } });
    await seller.call('/member/avatar/set', { fileId: ofSeller });
    await buyer.call('/member/avatar/set', { fileId: ofBuyer });
    expect(await offer()).toMatchObject({ owner: { avatarFileId: ofSeller } });
    const { order } = await buyer.call('/order/lock', {
      listingId: listing.id,
      version: String(listing.version),
      quantity: listing.minQuantity,
    });
    expect(order.counterparty.avatarFileId).toBe(ofSeller);
    const { items } = await seller.call('/order/list', { scope: 'active' });
    expect(items.map(({ counterparty }) => counterparty.avatarFileId)).toEqual([ofBuyer]);
  });

  it('gives way to the next one, and goes when its owner takes it away', async () => {
    const [member, other] = [await server.member(), await server.member()];
    const [first, second] = [
      await upload(server.app, member, 'avatar', picture),
      await upload(server.app, member, 'avatar', picture),
    ];
    const identity = await upload(server.app, member, 'identity-front', picture);
    for (const fileId of [identity, 'A'.repeat(22)])
      expect(await member.refuse('/member/avatar/set', { fileId })).toBe('FILE_NOT_FOUND');
    expect(await other.refuse('/member/avatar/set', { fileId: first })).toBe('FILE_NOT_FOUND');
    const statuses = async () =>
      Promise.all(
        [first, second].map(
          async (fileId) => (await server.app.inject({ url: addressOf(fileId) })).statusCode,
        ),
      );
    await member.call('/member/avatar/set', { fileId: first });
    expect(await statuses()).toEqual([200, 404]);
    await member.call('/member/avatar/set', { fileId: second });
    expect(await statuses()).toEqual([404, 200]);
    expect(await member.refuse('/member/avatar/set', { fileId: first })).toBe('FILE_NOT_FOUND');
    expect(await member.call('/member/avatar/set', {})).toEqual({ fileId: null });
    expect([await statuses(), await member.call('/member/avatar/get', {})]).toEqual([
      [404, 404],
      { fileId: null },
    ]);
  });
});
