import { join } from 'node:path';
import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { IDENTITY_PICTURE_DAYS } from '@holdfast/contract/member';
import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { sweepFiles } from '#features/assets/index.ts';
import { createIncoming } from '#platform/blobs/incoming.ts';
import type { BlobStore } from '#platform/blobs/port.ts';
import { inTransaction } from '#platform/db/db.ts';
import { identityOf, pictureOf } from '#testing/identities.ts';
import { claimReview } from '#testing/reviews.ts';
import type { TestClient, TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { readLink } from '#testing/uploads.ts';
import { deleteOfOne, deleteOldPictures } from './delete-pictures.ts';

const SUBMIT = '/member/real-name/upload-auth/{account}';

/** The store of files is away. */
let isAway = false;
const server = await testServer({
  wrapBlobs: (blobs: BlobStore): BlobStore => ({
    get: (name) => blobs.get(name),
    put: (name, bytes) => blobs.put(name, bytes),
    list: () => blobs.list(),
    async remove(name) {
      if (isAway) throw new Error('the store is away');
      await blobs.remove(name);
    },
  }),
});
const { db, owner } = server.database;
/** Looks at what is decided, which one operator may do so often in an hour. */
let reviewer: TestClient;
beforeEach(async () => {
  reviewer = await server.operator('reviewer');
});

type Identity = Awaited<ReturnType<typeof identityOf>>;
type Refusals = NonNullable<CallInput<'/member/real-name/review/{id}'>['refusals']>;

async function applicant(): Promise<{ member: TestMember; identity: Identity }> {
  const member = await server.member({ isVerified: false });
  const identity = await identityOf(server, member);
  await member.call(SUBMIT, identity);
  return { member, identity };
}
async function idsOf({ id }: TestMember): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id::text from real_name.application a where member_id = ${id} order by version`.execute(owner);
  return rows.map((row) => row.id);
}
async function review(member: TestMember, refusals?: Refusals): Promise<void> {
  const id = defined((await idsOf(member)).at(-1), 'an application');
  expect(await claimReview(reviewer, 'identity', id)).toBe('SUCCESS');
  const input = refusals ? { verdict: 'refuse', refusals } : { verdict: 'approve' };
  expect((await reviewer.send('/member/real-name/review/{id}', input, { id })).outcome).toBe('SUCCESS');
}
async function reset({ account }: TestMember): Promise<void> {
  const input = { reason: 'a wrong owner' };
  expect((await reviewer.send('/member/real-name/reset/{account}', input, { account })).outcome).toBe(
    'SUCCESS',
  );
}
type Detail = CallOutput<'/member/real-name/detail/{id}'>;
async function detailOf(id: string): Promise<Detail> {
  await claimReview(reviewer, 'identity', id);
  return (await reviewer.send<Detail>('/member/real-name/detail/{id}', {}, { id })).data;
}
/** Lets so many days go by for what has ended: nobody's session ends by it. */
async function age(ids: readonly string[], days = IDENTITY_PICTURE_DAYS + 1): Promise<void> {
  const ofThese = sql`where application_id = any(${ids}::bigint[])`;
  const ago = sql`make_interval(days => ${days})`;
  await sql`update real_name.decision set decided_at = decided_at - ${ago} ${ofThese}`.execute(owner);
  await sql`update real_name.ended set ended_at = ended_at - ${ago} ${ofThese}`.execute(owner);
}
/** Which pictures of an application are there: as its rows say, and as a reviewer gets them. */
async function thereOf(id: string): Promise<string[]> {
  const { files, deletedAt } = await detailOf(id);
  const items = ['front', 'back', 'selfie'] as const;
  const there = items.filter((item) => deletedAt[item] === null);
  const links = items.flatMap((item) => files?.[item] ?? []);
  const answers = await Promise.all(links.map((link) => readLink(server.consoleApp, link)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(there.map(() => 200));
  return there;
}
const ALL = ['front', 'back', 'selfie'];

describe('a picture whose time is over', () => {
  it('is deleted where it was refused, and never one that the approved application shows', async () => {
    const { member } = await applicant();
    await review(member, [{ item: 'back', reason: 'glare' }]);
    await member.call(SUBMIT, { back: await pictureOf(server, member, 'back') });
    await review(member);
    const [first = '', second = ''] = await idsOf(member);
    await age([first], IDENTITY_PICTURE_DAYS - 1);
    await deleteOldPictures(db);
    expect(await thereOf(first)).toEqual(ALL);
    await age([first], 2);
    await deleteOldPictures(db);
    expect(await thereOf(first)).toEqual(['front', 'selfie']);
    expect(await thereOf(second)).toEqual(ALL);
    const { rows } = await sql`
      select actor, detail from platform.audit
      where action = 'identity-pictures-deleted' and subject = ${`member:${member.id}`}`.execute(owner);
    expect(rows).toEqual([{ actor: 'system', detail: { application: first, back: true } }]);
  });

  it('is not deleted while an application that took it over waits, or was refused of late', async () => {
    const { member } = await applicant();
    await review(member, [{ item: 'selfie', reason: 'face-hidden' }]);
    await member.call(SUBMIT, { selfie: await pictureOf(server, member, 'selfie') });
    const [first = '', second = ''] = await idsOf(member);
    await age([first]);
    await deleteOldPictures(db);
    expect(await thereOf(first)).toEqual(['front', 'back']);
    expect(await thereOf(second)).toEqual(ALL);
    await review(member, [{ item: 'front', reason: 'expired' }]);
    await deleteOldPictures(db);
    expect(await thereOf(second)).toEqual(ALL);
    await age([second]);
    await deleteOldPictures(db);
    expect([await thereOf(first), await thereOf(second)]).toEqual([[], []]);
  });

  it('is deleted of an approved application that was taken back', async () => {
    const { member } = await applicant();
    await review(member);
    const [id = ''] = await idsOf(member);
    await deleteOldPictures(db);
    expect(await thereOf(id)).toEqual(ALL);
    await reset(member);
    await age([id]);
    await deleteOldPictures(db);
    expect(await thereOf(id)).toEqual([]);
  });

  it('is asked for again by whoever comes back, beside what was refused', async () => {
    const { member } = await applicant();
    await review(member, [{ item: 'details', reason: 'name-differs' }]);
    const asks = async () => (await member.call('/member/real-name/status/{account}', {})).asks;
    expect(await asks()).toEqual(['details']);
    await age(await idsOf(member));
    await deleteOldPictures(db);
    expect(await asks()).toEqual(['details', ...ALL]);
    const { front, ...rest } = await identityOf(server, member);
    expect(await member.send(SUBMIT, rest)).toMatchObject({ data: { fields: ['front'] } });
    await member.call(SUBMIT, { front, ...rest });
    await review(member);
    expect(await thereOf(defined((await idsOf(member)).at(-1), 'the second one'))).toEqual(ALL);
  });

  it('is noted also where a process of an older version has refused it', async () => {
    const { member } = await applicant();
    await review(member, [{ item: 'front', reason: 'glare' }]);
    const ids = await idsOf(member);
    await sql`delete from real_name.ended where application_id = any(${ids}::bigint[])`.execute(owner);
    await deleteOldPictures(db);
    await age(ids);
    await deleteOldPictures(db);
    expect(await thereOf(ids[0] ?? '')).toEqual([]);
  });
});

describe('deleting pictures', () => {
  async function over() {
    const { member, identity } = await applicant();
    await review(member, [{ item: 'front', reason: 'glare' }]);
    const ids = await idsOf(member);
    await age(ids);
    return { member, identity, id: defined(ids[0], 'an application') };
  }
  const blobsOf = async ({ front, back, selfie }: Identity) => {
    const names: string[] = [];
    for await (const { name } of server.blobs.list())
      if ([front, back, selfie].includes(name)) names.push(name);
    return names.length;
  };

  it('leaves everything as it was when it dies before its end', async () => {
    const { id } = await over();
    const dying = inTransaction(db, async (tx) => {
      expect(await deleteOfOne(tx)).toBe(true);
      throw new Error('killed');
    });
    await expect(dying).rejects.toThrow('killed');
    expect(await thereOf(id)).toEqual(ALL);
    await deleteOldPictures(db);
    expect(await thereOf(id)).toEqual([]);
  });

  it('lets nobody read what it has deleted, although the bytes still lie there; they go once the store is back', async () => {
    const { id, identity } = await over();
    const link = defined((await detailOf(id)).files?.front, 'a link that was asked for before');
    await deleteOldPictures(db);
    expect((await readLink(server.consoleApp, link)).statusCode).toBe(401);
    expect(await blobsOf(identity)).toBe(3);
    await sql`update assets.file set changed_at = changed_at - interval '2 days' where state = 'removed'`.execute(
      owner,
    );
    const incoming = await createIncoming(join(server.filesDir, 'incoming'));
    const parts = { db, blobs: server.blobs, incoming };
    isAway = true;
    await expect(sweepFiles(parts)).rejects.toThrow('the store is away');
    expect(await blobsOf(identity)).toBe(3);
    isAway = false;
    await sweepFiles(parts);
    expect(await blobsOf(identity)).toBe(0);
    // The rows of the files are gone, and the console still says what became of them.
    expect(await thereOf(id)).toEqual([]);
  });

  it('is done once by several workers at once', async () => {
    const all = [await over(), await over(), await over()];
    await Promise.all([deleteOldPictures(db), deleteOldPictures(db), deleteOldPictures(db)]);
    for (const { id, member } of all) {
      expect(await thereOf(id)).toEqual([]);
      const { rows } = await sql`
        select from platform.audit
        where action = 'identity-pictures-deleted' and subject = ${`member:${member.id}`}`.execute(owner);
      expect(rows).toHaveLength(1);
    }
  });
});
