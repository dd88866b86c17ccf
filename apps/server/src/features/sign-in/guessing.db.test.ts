import type { CallOutput } from '@holdfast/contract/calls';
import { otpTicketPurpose } from '@holdfast/contract/member';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { messageOpener } from '#platform/messaging/messages.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import { givePersonal } from '#testing/personal.ts';
import { codeSentTo, deviceHashOf, postedTo } from '#testing/posted.ts';
import { PASSWORD, type TestClient, type TestMember } from '#testing/test-client.ts';
import { freshMobile, testServer } from '#testing/test-server.ts';

/** Guessing at one account from many networks: it is slowed for whoever the account does not know, and for nobody else. */
const server = await testServer();
const { database, secrets } = server;
const parts = { db: database.db, secrets };
afterEach(() => database.setClock('0'));

/** The install that a member of the test server registers on. */
const OWN_INSTALL = '1'.repeat(32);

let networks = 0;
/** A device in a network of nobody else. */
const stranger = () => server.visitor({ address: `100.${64 + (networks >> 8)}.${(networks += 1) % 256}.9` });

async function guess(account: string, times: number): Promise<string[]> {
  const outcomes: string[] = [];
  for (let n = 0; n < times; n += 1)
    outcomes.push((await (await stranger()).signIn(account, `Wrong${1000 + n}`)).outcome);
  return outcomes;
}

type Answer = CallOutput<'/member/login'>;
const logIn = (client: TestClient, account: string, more: object = {}) =>
  client.send<Answer>('/member/login', {
    account,
    password: PASSWORD,
    installId: 'e'.repeat(32),
    ...more,
  });
const codeIdOf = (data: Answer): string => ('codeId' in data ? data.codeId : 'no code');
const isCodeStep = (data: Answer): boolean => Object.keys(data).join() === 'codeId,resendAt';

const historyOf = async (member: TestMember): Promise<string[]> => {
  const { rows } = await sql<{ outcome: string }>`
    select outcome from member.sign_in where member_id = ${member.id} order by id`.execute(database.owner);
  return rows.map(({ outcome }) => outcome);
};

async function guessedAt(): Promise<{ member: TestMember; mobile: string }> {
  const mobile = freshMobile();
  const member = await server.member({ mobile });
  await guess(member.account, 20);
  return { member, mobile };
}

describe('after twenty wrong passwords in a day', () => {
  it('an unknown install gets one answer, whether password and account are right or not', async () => {
    const { member, mobile } = await guessedAt();
    await guess('nobody4242', 20);
    const answers = [];
    for (const [account, password] of [
      [member.account, PASSWORD],
      [member.account, 'Wrong9999'],
      ['nobody4242', PASSWORD],
    ] as const) {
      const { outcome, errorMessage, data } = await logIn(await stranger(), account, { password });
      answers.push([outcome, errorMessage, isCodeStep(data)]);
    }
    expect(answers).toEqual(Array.from({ length: 3 }, () => ['SUCCESS', '', true]));
    expect(await postedTo(parts, mobile)).toHaveLength(1);
    expect(await historyOf(member)).toEqual([
      'success',
      ...Array<string>(20).fill('wrong-password'),
      'code-asked',
      'code-asked',
    ]);
  });

  it('the right password opens a session with the code that was sent', async () => {
    const { member, mobile } = await guessedAt();
    const phone = await stranger();
    const { data } = await logIn(phone, member.account);
    const typed = await codeSentTo(parts, mobile);
    const { data: proof } = await phone.send<{ ticket: string }>('/utils/otp/mobile/verify', {
      id: codeIdOf(data),
      code: typed,
    });
    const { ticket } = proof;
    const wrong = await logIn(phone, member.account, { ticket, password: 'Wrong9999' });
    expect(wrong.outcome).toBe('SIGN_IN_FAILED');
    expect((await logIn(await stranger(), member.account, { ticket })).outcome).toBe('TICKET_INVALID');
    expect(Object.keys((await logIn(phone, member.account, { ticket })).data)).toContain('access_token');
    expect((await logIn(phone, member.account, { ticket })).outcome).toBe('TICKET_INVALID');
    expect((await historyOf(member)).at(-1)).toBe('success');
    // The install is known from now on.
    expect(Object.keys((await logIn(phone, member.account)).data)).toContain('access_token');
  });

  it('an install that the account knows feels nothing', async () => {
    const { member } = await guessedAt();
    const owner = await stranger();
    expect((await owner.signIn(member.account, 'Wrong9999', OWN_INSTALL)).outcome).toBe('SIGN_IN_FAILED');
    const { outcome, data } = await owner.signIn(member.account, PASSWORD, OWN_INSTALL);
    expect([outcome, 'access_token' in data]).toEqual(['SUCCESS', true]);
  });

  it('the member is told once, by mail too, with a link that freezes the account', async () => {
    const mobile = freshMobile();
    const member = await server.member({ mobile });
    const mail = `${member.account}@mail.example`;
    await givePersonal(database.owner, member.id, { mail });
    await guess(member.account, 25);
    const { safety } = await member.call('/member/notification/list', {});
    expect(safety.filter(({ type }) => type === 'passwordGuessed')).toHaveLength(1);
    const { rows } = await sql<{
      id: string;
      sealed: Buffer;
    }>`select id, sealed from platform.message`.execute(database.owner);
    const mails = rows.map((row) => messageOpener(secrets)(row)).filter(({ to }) => to === mail);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('#freeze=');
  });

  it('a code is sent for right passwords alone, so wrong ones use up none of them', async () => {
    const { member, mobile } = await guessedAt();
    for (let n = 0; n < 8; n += 1) await logIn(await stranger(), member.account, { password: 'Wrong9999' });
    await logIn(await stranger(), member.account);
    expect(await postedTo(parts, mobile)).toHaveLength(1);
  });

  it('a password freezes nothing from an unknown install: a code is asked for, of any account', async () => {
    const { member } = await guessedAt();
    await guess('nobody4243', 20);
    const path = '/member/security/freeze-without-session';
    for (const account of [member.account, 'nobody4243']) {
      const reply = await (await stranger()).send(path, { account, password: PASSWORD });
      expect(reply.outcome).toBe('CODE_INSTEAD');
    }
    const own = { account: member.account, password: PASSWORD, installId: OWN_INSTALL };
    expect((await (await stranger()).send(path, own)).outcome).toBe('SUCCESS');
  });

  it('the brake is off again when the guesses have leaked out', async () => {
    const { member } = await guessedAt();
    await database.setClock('3 hours');
    const { data } = await logIn(await stranger(), member.account);
    expect(Object.keys(data)).toContain('access_token');
  });
});

describe('an install that the account knows', () => {
  it('is not delayed by the mistakes of its neighbours', async () => {
    const member = await server.member();
    const address = '203.0.113.77';
    for (let n = 0; n < 6; n += 1)
      await (await server.visitor({ address })).signIn(member.account, 'Wrong9999');
    expect((await logIn(await server.visitor({ address }), member.account)).outcome).toBe('SIGN_IN_DELAYED');
    const owner = await server.visitor({ address });
    expect((await owner.signIn(member.account, PASSWORD, OWN_INSTALL)).outcome).toBe('SUCCESS');
  });

  const isKnown = async ({ id }: TestMember): Promise<boolean | undefined> => {
    const { rows } = await sql<{ known: boolean }>`
      select is_known as known from member.device where member_id = ${id}
        and install_key = ${secrets.keys.identify('install', OWN_INSTALL)}`.execute(database.owner);
    return rows[0]?.known;
  };

  it('is known no more after ten wrong passwords from it, however many at once', async () => {
    const member = await server.member();
    const clients = await Promise.all(Array.from({ length: 30 }, stranger));
    await Promise.all(clients.map((it) => it.signIn(member.account, 'Wrong9999', OWN_INSTALL)));
    expect(await isKnown(member)).toBe(false);
    expect((await historyOf(member)).filter((outcome) => outcome === 'wrong-password').length).toBeLessThan(
      22,
    );
    const thief = await stranger();
    expect(isCodeStep((await logIn(thief, member.account, { installId: OWN_INSTALL })).data)).toBe(true);
  });

  it('forgets nine wrong passwords after a right one', async () => {
    const member = await server.member();
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 9; n += 1)
        await (await stranger()).signIn(member.account, 'Wrong9999', OWN_INSTALL);
      await (await stranger()).signIn(member.account, PASSWORD, OWN_INSTALL);
    }
    expect(await isKnown(member)).toBe(true);
  });

  it.each([
    ['a freeze', (member: TestMember) => member.call('/member/security/freeze', {})],
    [
      'a recovery',
      async (member: TestMember) => {
        const client = await stranger();
        const ticket = await ticketFor(client, member.account, 'forgotten');
        const path = '/member/forget-password/set-password/{account}';
        const input = { ticket, newPassword: 'Amber9reef' };
        const { outcome } = await client.send(path, input, { account: member.account });
        expect(outcome).toBe('SUCCESS');
      },
    ],
  ])('is known no more after %s', async (_, act) => {
    const member = await server.member();
    expect(await isKnown(member)).toBe(true);
    await act(member);
    expect(await isKnown(member)).toBe(false);
  });
});

const ticketFor = (client: TestClient, subject: string, purpose: 'forgotten' | 'unfreeze') =>
  inTransaction(database.db, (tx) =>
    issueTicket(tx, {
      purpose: otpTicketPurpose(purpose),
      subject,
      deviceHash: deviceHashOf(client),
      minutes: 10,
    }),
  );

describe('unfreezing', () => {
  const unfreeze = async (client: TestClient, account: string, password: string, ticket: string) =>
    (await client.send('/member/security/unfreeze', { account, password, ticket })).outcome;

  it('without the code tells nothing of a password: it is not compared', async () => {
    const member = await server.member();
    await member.call('/member/security/freeze', {});
    const noTicket = 'a'.repeat(43);
    for (const [account, password] of [
      [member.account, PASSWORD],
      [member.account, 'Wrong9999'],
      ['nobody4244', PASSWORD],
    ] as const)
      expect(await unfreeze(await stranger(), account, password, noTicket)).toBe('TICKET_INVALID');
    expect(await historyOf(member)).toEqual(['success']);
  });

  it('with the code leaves each try in the history, the right one too', async () => {
    const member = await server.member();
    await member.call('/member/security/freeze', {});
    const client = await stranger();
    const ticket = await ticketFor(client, member.account, 'unfreeze');
    expect(await unfreeze(client, member.account, 'Wrong9999', ticket)).toBe('SIGN_IN_FAILED');
    expect(await unfreeze(client, member.account, PASSWORD, ticket)).toBe('SUCCESS');
    expect(await historyOf(member)).toEqual(['success', 'wrong-password', 'forbidden']);
  });
});

it('a right password that opens no session stays in the history: the password is marked', async () => {
  const member = await server.member();
  await sql`update member.credential set password_marked = 'operator' where member_id = ${member.id}`.execute(
    database.owner,
  );
  expect(Object.keys((await logIn(await stranger(), member.account)).data)).toEqual([
    'reset_token',
    'codesTo',
  ]);
  expect(await historyOf(member)).toEqual(['success', 'no-session']);
});
