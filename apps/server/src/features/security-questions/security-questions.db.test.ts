import type { CallOutput } from '@holdfast/contract/calls';
import { otpTicketPurpose } from '@holdfast/contract/member';
import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import { givePersonal } from '#testing/personal.ts';
import { codeSentTo, deviceHashOf } from '#testing/posted.ts';
import { type TestClient, type TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';

const server = await testServer();
const { database, secrets } = server;
const { db } = database;

let serial = 0;
const visitor = () => server.visitor({ address: `203.0.113.${(serial = (serial % 250) + 1)}` });

const answersOf = (...pairs: [id: string, answer: string][]) => pairs.map(([id, answer]) => ({ id, answer }));
const RIGHT = answersOf(['1', 'Miss Lin'], ['4', '花蓮'], ['6', 'Rex']);
const AS_TYPED_LATER = answersOf(['6', ' ＲＥＸ '], ['1', 'miss  lin'], ['4', '花蓮']);
const WRONG = answersOf(['1', 'Miss Lin'], ['4', '花蓮'], ['6', 'Max']);

const choose = (member: TestMember, answers = RIGHT) =>
  member.send('/member/security/questions-set', { answers });
const shownTo = async (client: TestClient, account: string) =>
  (
    await client.send<CallOutput<'/member/security-questions-get'>>('/member/security-questions-get', {
      account,
    })
  ).data.questions;
const codeTicket = (client: TestClient, account: string) =>
  inTransaction(db, (tx) =>
    issueTicket(tx, {
      purpose: otpTicketPurpose('forgotten'),
      subject: account,
      deviceHash: deviceHashOf(client),
      minutes: 10,
    }),
  );
const answer = (client: TestClient, account: string, ticket: string, answers: object = RIGHT) =>
  client.send<{ answersTicket: string }>(
    '/member/security-questions-verification/{account}',
    { ticket, answers },
    { account },
  );

describe('a member', () => {
  it('chooses three questions of the catalogue and may choose others later', async () => {
    const member = await server.member();
    const before = await member.call('/member/securityquestion/list', {});
    expect(before.questions.length).toBeGreaterThanOrEqual(8);
    expect(before.questions[0]).toMatchObject({
      zhTW: expect.stringContaining('？'),
      en: expect.stringContaining('?'),
    });
    expect(before.chosen).toEqual([]);
    expect((await choose(member)).outcome).toBe('SUCCESS');
    expect((await member.call('/member/securityquestion/list', {})).chosen).toEqual(['1', '4', '6']);
    expect((await choose(member, answersOf(['2', 'a'], ['3', 'b'], ['4', 'c']))).outcome).toBe('SUCCESS');
    expect((await member.call('/member/securityquestion/list', {})).chosen).toEqual(['2', '3', '4']);
  });

  it.each([
    ['two questions', answersOf(['1', 'a'], ['2', 'b']), 'PARAMETERS_INVALID'],
    ['one question twice', answersOf(['1', 'a'], ['2', 'b'], ['2', 'c']), 'PARAMETERS_INVALID'],
    ['an empty answer', answersOf(['1', 'a'], ['2', ' 　'], ['3', 'c']), 'PARAMETERS_INVALID'],
    ['a question nobody asks', answersOf(['1', 'a'], ['2', 'b'], ['999', 'c']), 'QUESTION_NOT_FOUND'],
  ] as const)('may not choose %s', async (_, answers, name) => {
    const member = await server.member();
    expect((await choose(member, [...answers])).outcome).toBe(name);
  });

  it('needs the transaction secret to change them, and no answer is stored in plain text', async () => {
    const member = await server.member();
    const refused = await member.refuse(
      '/member/security/questions-set',
      { answers: RIGHT },
      { secret: '111111' },
    );
    expect(refused).toBe('TRANSACTION_SECRET_WRONG');
    await choose(member, answersOf(['1', 'canary-answer'], ['2', 'b'], ['3', 'c']));
    const { rows } = await sql<{ line: string }>`
      select a::text as line from member.answer a union all select encode(answer, 'escape') from platform.command`.execute(
      database.owner,
    );
    const everything = [...rows.map((row) => row.line), ...server.logLines].join('\n');
    expect(everything).toContain('argon2id');
    expect(everything).not.toContain('canary-answer');
  });
});

describe('what a stranger sees', () => {
  it('is the questions of the account, or stable decoys for an unknown account', async () => {
    const member = await server.member();
    await choose(member);
    const client = await visitor();
    expect((await shownTo(client, member.account)).map(({ id }) => id)).toEqual(['1', '4', '6']);
    const other = await visitor();
    // So many names that by chance alone both kinds are among them, and from two addresses, because each has its limit.
    const names = Array.from({ length: 32 }, (_, n) => `nobody${String(n).padStart(4, '0')}`);
    const shown = await Promise.all(names.map((name, n) => shownTo(n < 16 ? client : other, name)));
    expect(new Set(shown.map((questions) => questions.length))).toEqual(new Set([0, 3]));
    const later = await visitor();
    expect(await Promise.all(names.slice(0, 4).map((name) => shownTo(later, name)))).toEqual(
      shown.slice(0, 4),
    );
    const plain = await server.member();
    expect(await shownTo(client, plain.account)).toEqual([]); // as for one half of the names nobody has
  });
});

describe('answering', () => {
  it('gives a ticket, together with a code, however the answers are written', async () => {
    const [member, other] = [await server.member(), await server.member()];
    for (const each of [member, other]) await choose(each);
    const client = await visitor();
    const ticket = await codeTicket(client, member.account);
    const { outcome, data } = await answer(client, member.account, ticket, AS_TYPED_LATER);
    expect(outcome).toBe('SUCCESS');
    const theirs = await answer(client, other.account, await codeTicket(client, other.account));
    const set = (answersTicket?: string) =>
      client.send(
        '/member/forget-password/set-password/{account}',
        { ticket, newPassword: 'Amber9reef', ...(answersTicket !== undefined && { answersTicket }) },
        { account: member.account },
      );
    expect((await set()).outcome).toBe('ANSWERS_NEEDED');
    for (const none of ['x'.repeat(43), theirs.data.answersTicket])
      expect((await set(none)).outcome).toBe('TICKET_INVALID');
    expect((await set(data.answersTicket)).outcome).toBe('SUCCESS');
  });

  it('counts and compares nothing without a code', async () => {
    const [member, other] = [await server.member(), await server.member()];
    await choose(member);
    const client = await visitor();
    const others = await codeTicket(client, other.account);
    for (const ticket of ['x'.repeat(43), others])
      for (let round = 0; round < 3; round += 1)
        expect((await answer(client, member.account, ticket, WRONG)).outcome).toBe('TICKET_INVALID');
    const { rows } = await sql`select 1 from member.answer_tries where member_id = ${member.id}`.execute(db);
    expect(rows).toEqual([]);
  });

  it('is refused for a day after five tries, however many run at once', async () => {
    const member = await server.member();
    await choose(member);
    const client = await visitor();
    const ticket = await codeTicket(client, member.account);
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => answer(client, member.account, ticket, WRONG)),
    );
    const left = tries.flatMap(({ data }) => (data as { triesLeft?: number }).triesLeft ?? []);
    expect(left.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
    expect(tries.filter(({ outcome }) => outcome === 'ANSWERS_LIMIT')).toHaveLength(4);
    const over = await answer(client, member.account, ticket);
    expect(over).toMatchObject({ outcome: 'ANSWERS_LIMIT', data: { until: expect.any(String) } });
    await database.setClock('24 hours 1 second');
    const fresh = await codeTicket(client, member.account);
    expect((await answer(client, member.account, fresh)).outcome).toBe('SUCCESS');
    await database.setClock('0');
  });

  it('is part of the reset flow if the member has questions, and the code stays valid for another try', async () => {
    const member = await server.member();
    await choose(member);
    const mobile = '+886971000001';
    await givePersonal(database.owner, member.id, { mobile });
    const client = await visitor();
    const flow = '/member/flow/force-reset-password';
    const { data: begun } = await client.send<CallOutput<`${typeof flow}/create-cerification`>>(
      `${flow}/create-cerification`,
      { account: member.account, channel: 'mobile' },
    );
    expect(begun.questions.map(({ id }) => id)).toEqual(['1', '4', '6']);
    const typed = await codeSentTo({ db, secrets }, mobile);
    const verify = async (answers?: object) =>
      (await client.send(`${flow}/verify`, { id: begun.id, code: typed, ...(answers && { answers }) }))
        .outcome;
    expect(await verify()).toBe('ANSWERS_NEEDED');
    expect(await verify(WRONG)).toBe('ANSWERS_WRONG');
    expect(await verify(RIGHT)).toBe('SUCCESS');
  });
});

describe('an operator', () => {
  it('adds, rewords and retires questions; members keep a retired one that they have answered', async () => {
    const admin = await server.operator('admin');
    const reason = 'asked for by members';
    const texts = { zhTW: '您最喜歡的樹是哪一種？', en: 'Which tree do you like best?', reason };
    const create = '/member/securityquestion/create';
    expect((await admin.send(create, texts, {}, { rid: null })).outcome).toBe('PARAMETERS_INVALID');
    const { data: made } = await admin.send<{ id: string }>(create, texts);
    expect((await admin.send(create, texts)).outcome).toBe('PARAMETERS_INVALID');
    const reworded = { id: made.id, zhTW: '您最喜歡哪一種樹？', en: texts.en };
    expect((await admin.send('/member/securityquestion/update', reworded)).outcome).toBe(
      'PARAMETERS_INVALID',
    );
    expect((await admin.send('/member/securityquestion/update', { ...reworded, reason })).outcome).toBe(
      'SUCCESS',
    );
    const member = await server.member();
    expect((await choose(member, answersOf(['1', 'a'], ['2', 'b'], [made.id, 'oak']))).outcome).toBe(
      'SUCCESS',
    );
    expect((await admin.send('/member/securityquestion/delete', { id: made.id, reason })).outcome).toBe(
      'SUCCESS',
    );
    const read = await admin.send('/member/securityquestion/list/{id}', {}, { id: made.id });
    expect(read.data).toEqual({ ...reworded, isOffered: false, usedBy: 1 });
    const list = await member.call('/member/securityquestion/list', {});
    expect(list.questions.map(({ id }) => id)).not.toContain(made.id);
    expect(list.chosen).toContain(made.id);
    type Catalogue = CallOutput<'/operator/security-question/list'>;
    const catalogue = async (state: string) =>
      (await admin.send<Catalogue>('/operator/security-question/list', { state })).data.items;
    expect(await catalogue('retired')).toEqual([{ ...reworded, isOffered: false, usedBy: 1 }]);
    expect((await catalogue('offered')).map(({ id }) => id)).toEqual(
      list.questions.map(({ id }) => id).toReversed(),
    );
  });

  it('reads of a question how many use it, also when members choose anew and at once', async () => {
    const admin = await server.operator('admin');
    const usedBy = async (id: string) =>
      (await admin.send<{ usedBy: number }>('/member/securityquestion/list/{id}', {}, { id })).data.usedBy;
    const members = await Promise.all(Array.from({ length: 6 }, () => server.member()));
    const before = [await usedBy('8'), await usedBy('9')];
    const choices = [
      answersOf(['7', 'a'], ['8', 'b'], ['9', 'c']),
      answersOf(['9', 'c'], ['8', 'b'], ['7', 'a']),
    ];
    const chosen = await Promise.all(members.map((member, n) => choose(member, choices[n % 2])));
    expect(chosen.map(({ outcome }) => outcome)).toEqual(members.map(() => 'SUCCESS'));
    await choose(members[0] as (typeof members)[number], answersOf(['7', 'a'], ['10', 'd'], ['9', 'c']));
    const after = [Number(before[0]) + 5, Number(before[1]) + 6];
    // Nobody can read an answer meanwhile: going through those of all members would take longer the more there are.
    await server.database.owner.transaction().execute(async (tx) => {
      await sql`lock table member.answer in access exclusive mode`.execute(tx);
      expect([await usedBy('8'), await usedBy('9')]).toEqual(after);
    });
  });

  it.each([
    ['/member/securityquestion/list/{id}', {}],
    ['/member/securityquestion/update', { id: '99999', zhTW: '問？', en: 'Ask?', reason: 'a test' }],
    ['/member/securityquestion/delete', { id: '99999', reason: 'a test' }],
  ] as const)('finds no question that is not there: %s', async (path, input) => {
    const admin = await server.operator('admin');
    expect((await admin.send(path, input, { id: '99999' })).outcome).toBe('QUESTION_NOT_FOUND');
  });

  it('cannot reword a question into another one, nor two at once into the same', async () => {
    const admin = await server.operator('admin');
    const update = (id: string, zhTW: string) =>
      admin.send('/member/securityquestion/update', { id, zhTW, en: 'The same?', reason: 'a test' });
    const { rows } = await sql<{ text_zh: string }>`select text_zh from member.question where id = 1`.execute(
      db,
    );
    const taken = defined(rows[0], 'the first question').text_zh;
    expect((await update('2', taken)).outcome).toBe('PARAMETERS_INVALID');
    const both = await Promise.all([update('2', '同一個問題？'), update('3', '同一個問題？')]);
    expect(both.map((reply) => reply.outcome).toSorted()).toEqual(['PARAMETERS_INVALID', 'SUCCESS']);
  });

  it('is required: a member can change nothing, by GET or otherwise', async () => {
    const member = await server.member();
    const count = () => sql<{ n: bigint }>`select count(*) as n from member.question`.execute(db);
    const before = defined((await count()).rows[0], 'a count').n;
    const refused = await member.client.send('/member/securityquestion/create', {
      zhTW: '問？',
      en: 'Ask?',
      reason: 'a test',
    });
    expect(refused.outcome).toBe('ROLE_NOT_ALLOWED');
    expect(defined((await count()).rows[0], 'a count').n).toBe(before);
  });
});
