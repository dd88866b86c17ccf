import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createIncoming, type Incoming } from '#platform/blobs/incoming.ts';
import type { BlobStore } from '#platform/blobs/port.ts';
import { inTransaction } from '#platform/db/db.ts';
import { photo } from '#testing/pictures.ts';
import { testServer, type TestServer } from '#testing/test-server.ts';
import { askUpload, readLink, sendFile, tokenFor, upload } from '#testing/uploads.ts';
import { claimFile, releaseFile } from './claim-file.ts';
import { sweepBlobs, sweepFiles } from './sweep-files.ts';

/** Where the process dies: between the store and the row, or before the store has it. */
let dies: 'never' | 'before-put' | 'after-put' = 'never';
const mortal = (blobs: BlobStore): BlobStore => ({
  get: (name) => blobs.get(name),
  remove: (name) => blobs.remove(name),
  list: () => blobs.list(),
  async put(name, bytes) {
    if (dies === 'before-put') throw new Error('killed');
    await blobs.put(name, bytes);
    if (dies === 'after-put') throw new Error('killed');
  },
});

let server: TestServer;
let incoming: Incoming;
let picture: Buffer<ArrayBuffer>;

beforeAll(async () => {
  server = await testServer({ wrapBlobs: mortal });
  incoming = await createIncoming(join(server.filesDir, 'incoming'));
  picture = await photo();
});
beforeEach(() => {
  dies = 'never';
});

const HOURS_MS = 3_600_000;
async function blobNames(): Promise<string[]> {
  const entries = await readdir(join(server.filesDir, 'blobs'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
const pathOf = (name: string) => join(server.filesDir, 'blobs', name.slice(0, 2), name);
const age = (name: string, ms: number) => utimes(pathOf(name), new Date(), new Date(Date.now() - ms));
const sweep = async () => {
  const parts = { db: server.database.db, blobs: server.blobs, incoming };
  await sweepFiles(parts);
  await sweepBlobs(parts);
};
const rowsOf = async (id: string) =>
  (
    await sql<{ state: string }>`select state from assets.file where id = ${id}`.execute(
      server.database.owner,
    )
  ).rows;

describe('a process that dies', () => {
  it.each(['before-put', 'after-put'] as const)(
    '%s loses no upload: another one ends it, with one file and one row',
    async (when) => {
      const member = await server.member();
      const token = await tokenFor(member, 'identity-front');
      dies = when;
      const errors = server.logLines.length;
      const cut = await sendFile(server.app, token, picture);
      expect(cut.status).toBe(500);
      (server.logLines as string[]).splice(errors); // the fault is the point
      dies = 'never';
      const other = await server.startNode();
      expect(await askUpload(other, token)).toMatchObject({ received: picture.length, isStored: false });
      expect(await sendFile(other, token, picture, { from: picture.length })).toMatchObject({
        isStored: true,
      });
      expect((await blobNames()).filter((name) => name === token.fileId)).toHaveLength(1);
      expect(await rowsOf(token.fileId)).toEqual([{ state: 'stored' }]);
      const link = await member.call('/member/file/link', { fileId: token.fileId });
      expect((await readLink(other, link)).statusCode).toBe(200);
    },
  );
});

describe('the sweep', () => {
  it('takes blobs that no row names, once they are too old to be on their way', async () => {
    const [young, old] = ['a'.repeat(21), 'b'.repeat(21)].map((name) => `${name}A`) as [string, string];
    for (const name of [young, old]) await server.blobs.put(name, Buffer.from('nobody knows me'));
    await age(old, 2 * HOURS_MS);
    await sweep();
    expect(await blobNames()).toContain(young);
    expect(await blobNames()).not.toContain(old);
  });

  it('keeps a file that something names, and takes one that nothing has named for a day', async () => {
    const member = await server.member();
    const [named, nameless] = [
      await upload(server.app, member, 'identity-front', picture),
      await upload(server.app, member, 'identity-back', picture),
    ];
    await inTransaction(server.database.db, (tx) =>
      claimFile(tx, { fileId: named, owner: member.id, purpose: 'identity-front', by: 'identity 1' }),
    );
    await server.database.setClock('23 hours');
    await sweep();
    expect(await rowsOf(nameless)).toEqual([{ state: 'stored' }]);
    await server.database.setClock('25 hours');
    for (const name of [named, nameless]) await age(name, 25 * HOURS_MS);
    await sweep();
    expect([await rowsOf(named), await rowsOf(nameless)]).toEqual([
      [{ state: 'stored' }],
      [{ state: 'removed' }],
    ]);
    expect(await blobNames()).toContain(named);
    expect(await blobNames()).not.toContain(nameless);
    await server.database.setClock('50 hours');
    await sweep();
    expect([await rowsOf(named), await rowsOf(nameless)]).toEqual([[{ state: 'stored' }], []]);
    await server.database.setClock('0');
  });

  it('leaves nothing of a file that was released: its key is gone with the commit', async () => {
    const member = await server.member();
    const fileId = await upload(server.app, member, 'identity-front', picture);
    const claim = { fileId, owner: member.id, purpose: 'identity-front', by: 'identity 2' } as const;
    await inTransaction(server.database.db, (tx) => claimFile(tx, claim));
    const link = await member.call('/member/file/link', { fileId });
    await inTransaction(server.database.db, (tx) => releaseFile(tx, { fileId, by: 'somebody else' }));
    expect((await readLink(server.app, link)).statusCode).toBe(200);
    await inTransaction(server.database.db, (tx) => releaseFile(tx, claim));
    expect((await readLink(server.app, link)).statusCode).toBe(401);
    expect(await member.refuse('/member/file/link', { fileId })).toBe('FILE_NOT_FOUND');
    const { rows } =
      await sql`select 1 from assets.file where id = ${fileId} and key_sealed is not null`.execute(
        server.database.owner,
      );
    expect(rows).toEqual([]);
    await age(fileId, 2 * HOURS_MS);
    await sweep();
    expect(await blobNames()).not.toContain(fileId);
  });

  it('ends an upload that nobody finishes', async () => {
    const token = await tokenFor(await server.member(), 'identity-front');
    await sendFile(server.app, token, picture, { to: 100 });
    await utimes(incoming.pathOf(token.fileId), new Date(), new Date(Date.now() - HOURS_MS));
    await server.database.setClock('25 hours');
    await sweep();
    expect([await incoming.size(token.fileId), await rowsOf(token.fileId)]).toEqual([0, []]);
    await server.database.setClock('0');
  });
});
