import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { maskIdentityNumber } from '@holdfast/contract/rules';
import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { freshNumber, identityOf, pictureOf } from '#testing/identities.ts';
import { claimReview } from '#testing/reviews.ts';
import { personalOf } from '#testing/personal.ts';
import type { TestClient, TestMember } from '#testing/test-client.ts';
import { testServer, type TestServer } from '#testing/test-server.ts';
import { readLink } from '#testing/uploads.ts';

const SUBMIT = '/member/real-name/upload-auth/{account}';
const STATUS = '/member/real-name/status/{account}';

let server: TestServer;
let reviewer: TestClient;
beforeAll(async () => {
  server = await testServer();
  reviewer = await server.operator('reviewer');
});

type Details = Parameters<typeof identityOf>[2];
async function applicant(details: Details = {}): Promise<TestMember> {
  const member = await server.member({ isVerified: false });
  await member.call(SUBMIT, await identityOf(server, member, details));
  return member;
}

const list = async (input: CallInput<'/member/real-name/list'>) =>
  (await reviewer.send<CallOutput<'/member/real-name/list'>>('/member/real-name/list', input)).data.items;
const applicationOf = async ({ account }: TestMember) =>
  defined((await list({ state: 'waiting', account }))[0], 'a waiting application').id;
type Detail = CallOutput<'/member/real-name/detail/{id}'>;
const read = async (id: string, by: TestClient) =>
  (await by.send<Detail>('/member/real-name/detail/{id}', {}, { id })).data;
/** In clear: the reviewer has claimed it. */
async function detailOf(id: string) {
  await claimReview(reviewer, 'identity', id);
  const detail = await read(id, reviewer);
  const { front, back, selfie } = defined(detail.files, 'pictures of what was claimed');
  const isThere = 'a picture that is not deleted';
  const files = {
    front: defined(front, isThere),
    back: defined(back, isThere),
    selfie: defined(selfie, isThere),
  };
  return { ...detail, files };
}
async function review(id: string, input: CallInput<'/member/real-name/review/{id}'>, by = reviewer) {
  await claimReview(by, 'identity', id);
  return (await by.send('/member/real-name/review/{id}', input, { id })).outcome;
}
const approve = async (member: TestMember) => review(await applicationOf(member), { verdict: 'approve' });
const refuse = async (
  member: TestMember,
  ...refusals: NonNullable<CallInput<'/member/real-name/review/{id}'>['refusals']>
) => review(await applicationOf(member), { verdict: 'refuse', refusals });
const reset = async ({ account }: TestMember) =>
  (await reviewer.send('/member/real-name/reset/{account}', { reason: 'a lost card' }, { account })).outcome;

describe('a member', () => {
  it('who has sent nothing is asked for everything', async () => {
    const member = await server.member({ isVerified: false });
    expect(await member.call(STATUS, {})).toEqual({
      status: 'none',
      asks: ['details', 'front', 'back', 'selfie'],
      application: null,
      queue: null,
    });
  });

  it('waits after the first application, and is asked for nothing', async () => {
    const member = await applicant({ number: 'a123456789', realName: ' 林予安 ' });
    const { status, asks, application, queue } = await member.call(STATUS, {});
    expect({ status, asks }).toEqual({ status: 'Review', asks: [] });
    expect(application).toMatchObject({ nameMasked: '林○安', numberMasked: 'A******789', refusals: [] });
    expect(queue?.ahead).toBeGreaterThanOrEqual(0);
    expect((await member.call('/member/info/{account}', {})).realNameStatus).toBe('Review');
  });

  it.each<[string, Details, string[]]>([
    ['a wrong check digit', { number: 'A123456788' }, ['number']],
    ['a name in two scripts', { realName: '林A' }, ['name']],
    ['a birthday less than 18 years ago', { bornOn: '2020-01-01' }, ['age']],
  ])('is told of %s', async (_, details, clauses) => {
    const member = await server.member({ isVerified: false });
    expect(await member.send(SUBMIT, await identityOf(server, member, details))).toMatchObject({
      outcome: 'REAL_NAME_INVALID',
      data: { clauses },
    });
    expect((await member.call(STATUS, {})).status).toBe('none');
  });

  it('is told what is missing', async () => {
    const member = await server.member({ isVerified: false });
    const { back: _, ...rest } = await identityOf(server, member);
    expect(await member.send(SUBMIT, rest)).toMatchObject({
      outcome: 'PARAMETERS_INVALID',
      data: { fields: ['back'] },
    });
  });

  it("cannot hand in another member's picture, or one of another item", async () => {
    const [member, other] = [
      await server.member({ isVerified: false }),
      await server.member({ isVerified: false }),
    ];
    const identity = await identityOf(server, member);
    const theirs = { ...identity, front: await pictureOf(server, other, 'front') };
    expect(await member.refuse(SUBMIT, theirs)).toBe('FILE_NOT_FOUND');
    expect(await member.refuse(SUBMIT, { ...identity, back: identity.front })).toBe('FILE_NOT_FOUND');
    expect((await member.call(SUBMIT, identity)).status).toBe('Review');
  });

  it('cannot send a second application while the first one waits, or after it was approved', async () => {
    const member = await applicant();
    const again = await identityOf(server, member);
    expect(await member.refuse(SUBMIT, again)).toBe('REAL_NAME_NOT_EDITABLE');
    expect(await approve(member)).toBe('SUCCESS');
    expect(await member.refuse(SUBMIT, again)).toBe('REAL_NAME_NOT_EDITABLE');
  });

  it('hands in one application of two that are sent at once', async () => {
    const member = await server.member({ isVerified: false });
    const both = [await identityOf(server, member), await identityOf(server, member)];
    const outcomes = await Promise.all(both.map(async (one) => (await member.send(SUBMIT, one)).outcome));
    expect(outcomes.toSorted()).toEqual(['REAL_NAME_NOT_EDITABLE', 'SUCCESS']);
  });

  it('once approved has the name, masked, in member info, and is told', async () => {
    const member = await applicant({ realName: '陳大文' });
    expect(await approve(member)).toBe('SUCCESS');
    expect(await member.call('/member/info/{account}', {})).toMatchObject({
      realNameStatus: 'Approved',
      realName: '陳○文',
    });
    expect((await personalOf(server.database.owner, member.id)).realName).toBe('陳大文');
    const { items } = await member.call('/member/notification/list', {});
    expect(items.at(-1)).toMatchObject({
      type: 'userRealNameReview',
      extra: { realNameStatus: 'Approved' },
    });
  });
});

describe('a refusal', () => {
  it('names what is wrong by item, and asks for those items alone', async () => {
    const member = await applicant();
    expect(await refuse(member, { item: 'back', reason: 'glare' })).toBe('SUCCESS');
    expect(await member.call(STATUS, {})).toMatchObject({
      status: 'NotApproved',
      asks: ['back'],
      application: { refusals: [{ item: 'back', reason: 'glare' }] },
    });
    expect((await member.call('/member/info/{account}', {})).realName).toBe('');
  });

  it('is followed by that item and nothing else; the rest stays as the reviewer has seen it', async () => {
    const member = await server.member({ isVerified: false });
    const identity = await identityOf(server, member);
    await member.call(SUBMIT, identity);
    const first = await applicationOf(member);
    const before = await detailOf(first);
    await refuse(member, { item: 'selfie', reason: 'face-hidden' });
    const selfie = await pictureOf(server, member, 'selfie');
    const front = await pictureOf(server, member, 'front');
    expect(await member.send(SUBMIT, { selfie, front })).toMatchObject({
      outcome: 'PARAMETERS_INVALID',
      data: { fields: ['front'] },
    });
    await member.call(SUBMIT, { selfie });
    const after = await detailOf(await applicationOf(member));
    expect(after).toMatchObject({ version: 2, sent: ['selfie'], number: before.number, state: 'waiting' });
    expect(after.files.front.fileId).toBe(identity.front);
    expect(after.files.selfie.fileId).toBe(selfie);
    expect(after.history.map(({ version, verdict }) => [version, verdict])).toEqual([
      [2, null],
      [1, 'refuse'],
    ]);
    expect((await detailOf(first)).files.selfie.fileId).toBe(identity.selfie);
    expect(await approve(member)).toBe('SUCCESS');
  });

  it('of the details lets the member correct them, for the same document', async () => {
    const member = await applicant();
    await refuse(member, { item: 'details', reason: 'name-differs' });
    const details = {
      document: 'national-id',
      realName: '林予恩',
      number: freshNumber(),
      bornOn: '1990-01-01',
    } as const;
    const other = { ...details, document: 'resident-certificate', number: 'A800000014' } as const;
    expect(await member.send(SUBMIT, { details: other })).toMatchObject({
      outcome: 'PARAMETERS_INVALID',
      data: { fields: ['details'] },
    });
    await member.call(SUBMIT, { details });
    expect(await approve(member)).toBe('SUCCESS');
    expect((await member.call('/member/info/{account}', {})).realName).toBe('林○恩');
  });

  it.each<[string, CallInput<'/member/real-name/review/{id}'>]>([
    ['without a reason', { verdict: 'refuse' }],
    ['for a reason of another item', { verdict: 'refuse', refusals: [{ item: 'selfie', reason: 'glare' }] }],
    [
      'of one item twice',
      {
        verdict: 'refuse',
        refusals: [
          { item: 'front', reason: 'glare' },
          { item: 'front', reason: 'copy' },
        ],
      },
    ],
    ['that approves', { verdict: 'approve', refusals: [{ item: 'front', reason: 'glare' }] }],
  ])('%s is none', async (_, input) => {
    const member = await applicant();
    expect(await review(await applicationOf(member), input)).toBe('PARAMETERS_INVALID');
    expect((await member.call(STATUS, {})).status).toBe('Review');
  });
});

describe('a reviewer', () => {
  it('sees masked lines in the list, the oldest first, and finds one by its exact number', async () => {
    const number = freshNumber();
    const [first, second] = [await applicant({ number }), await applicant()];
    const ids = [await applicationOf(first), await applicationOf(second)];
    const listed = (await list({ state: 'waiting' })).map(({ id }) => id).filter((id) => ids.includes(id));
    expect(listed).toEqual(ids);
    const [found, ...others] = await list({ state: 'waiting', number });
    expect(found).toMatchObject({
      id: ids[0],
      account: first.account,
      nameMasked: '林○安',
      isContested: false,
    });
    expect(others).toEqual([]);
    expect(JSON.stringify(found)).not.toContain(number);
    expect(await list({ state: 'waiting', number: number.slice(0, 9) })).toEqual([]);
  });

  it('looks for sixty numbers in an hour, each of which the log keeps masked', async () => {
    const by = await server.operator('reviewer');
    const search = async () =>
      (await by.send('/member/real-name/list', { state: 'waiting', number: freshNumber() })).outcome;
    const number = freshNumber();
    await applicant({ number });
    await by.send('/member/real-name/list', { state: 'waiting', number });
    const { rows } = await sql<{ detail: object }>`
      select detail from platform.audit where action = 'members-searched' order by id desc limit 1`.execute(
      server.database.owner,
    );
    expect(rows).toEqual([
      { detail: { field: 'identityNumber', value: maskIdentityNumber(number), count: 1 } },
    ]);
    const outcomes = [];
    for (let n = 0; n < 64; n += 1) outcomes.push(await search());
    expect(new Set(outcomes.slice(0, 59))).toEqual(new Set(['SUCCESS']));
    expect(outcomes.at(-1)).toBe('RATE_LIMITED');
  });

  it('goes on in the list behind a cursor', async () => {
    const ids = [await applicationOf(await applicant()), await applicationOf(await applicant())];
    const after = await list({ state: 'waiting', cursor: defined(ids[0], 'the first') });
    expect(after[0]?.id).toBe(ids[1]);
  });

  it('who has not claimed it sees an application masked and without its pictures, and cannot decide it', async () => {
    const number = freshNumber();
    const id = await applicationOf(await applicant({ number, bornOn: '1990-02-28' }));
    const detail = await read(id, reviewer);
    expect(detail).toMatchObject({ isClear: false, realName: '林○安', bornOn: null, files: null });
    expect(JSON.stringify(detail)).not.toContain(number);
    const approve = { verdict: 'approve' };
    expect((await reviewer.send('/member/real-name/review/{id}', approve, { id })).outcome).toBe(
      'REVIEW_CLAIM_NEEDED',
    );
    const risk = await server.operator('risk');
    expect((await risk.send('/member/real-name/review/{id}', approve, { id })).outcome).toBe(
      'ROLE_NOT_ALLOWED',
    );
  });

  it('reads everything of one application with its pictures, and each view is on record', async () => {
    const number = freshNumber();
    const member = await applicant({ number, bornOn: '1990-02-28' });
    const detail = await detailOf(await applicationOf(member));
    expect(detail).toMatchObject({
      realName: '林予安',
      number,
      bornOn: '1990-02-28',
      state: 'waiting',
      others: [],
    });
    expect(detail.age).toBeGreaterThan(30);
    const picture = await readLink(server.consoleApp, detail.files.front);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const { rows } = await sql`
      select from platform.audit where action = 'identity-viewed' and subject = ${`member:${member.id}`}`.execute(
      server.database.owner,
    );
    expect(rows).toHaveLength(1);
  });

  it('decides an application once, also when it is pressed twice at once', async () => {
    const member = await applicant();
    const id = await applicationOf(member);
    await claimReview(reviewer, 'identity', id);
    const decide = async (input: CallInput<'/member/real-name/review/{id}'>) =>
      (await reviewer.send('/member/real-name/review/{id}', input, { id })).outcome;
    const outcomes = await Promise.all([
      decide({ verdict: 'approve' }),
      decide({ verdict: 'refuse', refusals: [{ item: 'front', reason: 'copy' }] }),
    ]);
    expect(outcomes.toSorted()).toEqual(['REAL_NAME_DECIDED', 'SUCCESS']);
    expect(await review(id, { verdict: 'approve' })).toBe('REAL_NAME_DECIDED');
    expect(await review('999999', { verdict: 'approve' })).toBe('REAL_NAME_APPLICATION_NOT_FOUND');
  });

  it('resets a decision, with a reason on record: the member begins anew', async () => {
    const member = await applicant();
    expect(await reset(member)).toBe('REAL_NAME_NOTHING_TO_RESET');
    await approve(member);
    expect(await reset(member)).toBe('SUCCESS');
    expect(await member.call(STATUS, {})).toMatchObject({ status: 'none', application: null });
    expect((await personalOf(server.database.owner, member.id)).realName).toBe('');
    expect(await reset(member)).toBe('REAL_NAME_NOTHING_TO_RESET');
    expect(await list({ state: 'approved', account: member.account })).toEqual([]);
    expect(await list({ state: 'reset', account: member.account })).toHaveLength(1);
    await member.call(SUBMIT, await identityOf(server, member));
    expect(await approve(member)).toBe('SUCCESS');
  });
});

describe('the list', () => {
  it('holds the days of the decision that were asked for, and of what waits the days of its arrival', async () => {
    const { account } = await applicant();
    const decided = await applicant();
    await approve(decided);
    const days = { past: { to: '2020-01-01' }, all: { from: '2020-01-01' } };
    expect(await list({ state: 'waiting', account, ...days.past })).toEqual([]);
    expect(await list({ state: 'waiting', account, ...days.all })).toHaveLength(1);
    expect(await list({ state: 'approved', account: decided.account, ...days.past })).toEqual([]);
    expect(await list({ state: 'approved', account: decided.account, ...days.all })).toHaveLength(1);
  });
});

describe('the list as a file', () => {
  const download = (input: object) =>
    reviewer.send<CallOutput<'/member/real-name/list-download'>>('/member/real-name/list-download', {
      state: 'waiting',
      reason: 'monthly report',
      ...input,
    });

  it.each(['csv', 'xlsx'] as const)(
    'is masked, has a reason on record, and runs no formula: %s',
    async (format) => {
      const number = freshNumber();
      const member = await applicant({ number });
      await sql`update member.member set nick = '=1+1' where id = ${member.id}`.execute(
        server.database.owner,
      );
      const { outcome, data } = await download({ format, account: member.account });
      expect({ outcome, rows: data.rows, isCut: data.isCut }).toEqual({
        outcome: 'SUCCESS',
        rows: 1,
        isCut: false,
      });
      expect(data.fileName).toMatch(new RegExp(`^real-name-waiting-.*\\.${format}$`));
      const file = Buffer.from(data.content, 'base64');
      expect(file.includes(number)).toBe(false);
      const looks = { csv: `,${member.account},'=1+1,national-id,林○安,`, xlsx: 'PK' }[format];
      expect(file.toString('utf8')).toContain(looks);
      const { rows } = await sql<{ detail: object }>`
      select detail from platform.audit where action = 'identity-list-downloaded' and detail->>'account' = ${member.account}`.execute(
        server.database.owner,
      );
      expect(rows).toMatchObject([
        { detail: { reason: 'monthly report', format, rows: 1, state: 'waiting' } },
      ]);
    },
  );

  it('asks for a reason, and holds the days that were asked for', async () => {
    expect((await download({ format: 'csv', reason: ' ' })).outcome).toBe('PARAMETERS_INVALID');
    const { account } = await applicant();
    expect((await download({ format: 'csv', account, to: '2020-01-01' })).data.rows).toBe(0);
    expect((await download({ format: 'csv', account, from: '2020-01-01' })).data.rows).toBe(1);
  });
});

describe('one identity', () => {
  it('may be handed in by two members, of whom neither is told; reviewers see both', async () => {
    const number = freshNumber();
    const [owner, other] = [await applicant({ number }), await applicant({ number })];
    const [line] = await list({ state: 'waiting', account: other.account });
    expect(line?.isContested).toBe(true);
    const { others } = await detailOf(await applicationOf(other));
    expect(others).toMatchObject([{ account: owner.account, state: 'waiting' }]);
    const [told, toldOther] = [await owner.call(STATUS, {}), await other.call(STATUS, {})];
    expect([told.status, toldOther.status]).toEqual(['Review', 'Review']);
  });

  it('belongs to the member who was approved first; the second claim stays with the reviewers', async () => {
    const number = freshNumber();
    const [owner, other] = [await applicant({ number }), await applicant({ number })];
    expect(await approve(owner)).toBe('SUCCESS');
    const id = await applicationOf(other);
    expect(await review(id, { verdict: 'approve' })).toBe('REAL_NAME_IDENTITY_TAKEN');
    expect((await other.call(STATUS, {})).status).toBe('Review');
    expect((await detailOf(id)).others).toMatchObject([{ account: owner.account, state: 'approved' }]);
    expect(await refuse(other, { item: 'details', reason: 'not-verifiable' })).toBe('SUCCESS');
    const { items } = await owner.call('/member/notification/list', {});
    expect(items.filter(({ type }) => type === 'userRealNameReview')).toHaveLength(1);
  });

  it('belongs to one of two whose applications are approved at the same moment', async () => {
    const second = await server.operator('reviewer');
    for (let round = 0; round < 5; round += 1) {
      const number = freshNumber();
      const members = [await applicant({ number }), await applicant({ number })];
      const ids = await Promise.all(members.map(applicationOf));
      const outcomes = await Promise.all(
        ids.map((id, n) => review(id, { verdict: 'approve' }, n === 0 ? reviewer : second)),
      );
      expect(outcomes.toSorted()).toEqual(['REAL_NAME_IDENTITY_TAKEN', 'SUCCESS']);
    }
  });

  it('is free again after a reset', async () => {
    const number = freshNumber();
    const [squatter, owner] = [await applicant({ number }), await applicant({ number })];
    await approve(squatter);
    expect(await approve(owner)).toBe('REAL_NAME_IDENTITY_TAKEN');
    expect(await reset(squatter)).toBe('SUCCESS');
    expect(await approve(owner)).toBe('SUCCESS');
  });
});

describe('the database', () => {
  it('holds no name, number or birthday in clear', async () => {
    const number = freshNumber();
    await applicant({ number, realName: '游密封', bornOn: '1971-07-17' });
    const { rows } = await sql<{ text: string }>`
      select a::text as text from real_name.application a union all select l::text from real_name.number_lookup l`.execute(
      server.database.owner,
    );
    const text = JSON.stringify(rows);
    for (const secret of [number, '游密封', '1971-07-17']) expect(text).not.toContain(secret);
  });

  it.each(['member_id', 'version', 'document', 'front_file', 'sent', 'submitted_at'])(
    'lets the application edit no %s of a version',
    (column) =>
      expect(
        sql.raw(`update real_name.application set ${column} = ${column}`).execute(server.database.db),
      ).rejects.toMatchObject({ code: '42501' }),
  );

  it.each(['update real_name.decision set reason = reason', 'delete from real_name.decision'])(
    'refuses the application: %s',
    (statement) =>
      expect(sql.raw(statement).execute(server.database.db)).rejects.toMatchObject({ code: '42501' }),
  );

  it('refuses an approval that claims no identity', async () => {
    const member = await applicant();
    const insert = sql`
      insert into real_name.decision (application_id, verdict, operator_id)
      values (${await applicationOf(member)}, 'approve', 1)`;
    await expect(inTransaction(server.database.db, (tx) => insert.execute(tx))).rejects.toMatchObject({
      constraint: 'approval_has_its_claim',
    });
  });
});
