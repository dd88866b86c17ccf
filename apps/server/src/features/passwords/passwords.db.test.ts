import { otpTicketPurpose } from '@holdfast/contract/member';
import { maskContact } from '@holdfast/contract/rules';
import { makeRid } from '@holdfast/secure-channel/node';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import { givePersonal } from '#testing/personal.ts';
import { holdsDigits } from '#testing/holds-digits.ts';
import { codeSentTo, deviceHashOf, postedTo } from '#testing/posted.ts';
import { PASSWORD, TRANSACTION_SECRET, type TestClient, type TestMember } from '#testing/test-client.ts';
import { loseContacts } from '#testing/lost-contacts.ts';
import { freshMobile, testServer } from '#testing/test-server.ts';

const server = await testServer();
const { database, secrets } = server;
const { db } = database;
const NEW = 'Amber9reef';
const COMMON = 'Secret12';

let serial = 0;
/** Each in a network of its own: neighbours share a limit. */
const visitor = () => server.visitor({ address: `172.16.${(serial = (serial % 250) + 1)}.1` });

/** A ticket as a typed code leaves it. */
const ticketFor = (client: TestClient, subject: string, purpose = otpTicketPurpose('forgotten')) =>
  inTransaction(db, (tx) =>
    issueTicket(tx, { purpose, subject, deviceHash: deviceHashOf(client), minutes: 10 }),
  );

async function coolDownsOf({ id }: TestMember): Promise<string[]> {
  const { rows } = await sql<{ cause: string }>`
    select cause from member.cool_down where member_id = ${id} order by cause`.execute(db);
  return rows.map((row) => row.cause);
}

const setForgotten = (client: TestClient, account: string, input: object) =>
  client.send('/member/forget-password/set-password/{account}', input, { account });

describe('a password that a member changes', () => {
  const change = (member: TestMember, input: { password: string; newPassword: string }) =>
    member.send('/member/changepass/{account}', input);

  it('replaces the old one: this session continues, a cool-down starts, and the member is notified', async () => {
    const member = await server.member();
    await givePersonal(database.owner, member.id, { mail: `${member.account}@mail.example` });
    const rid = makeRid();
    const input = { password: PASSWORD, newPassword: NEW };
    await member.send('/member/changepass/{account}', input, { rid });
    expect((await member.send('/member/balanceinfo', {})).outcome).toBe('SUCCESS');
    expect(await coolDownsOf(member)).toEqual(['password']);
    const { items } = await member.call('/member/notification/list', {});
    // By the command that did it, so that the tab which sent that says it once.
    expect(items.at(-1)).toMatchObject({ title: '登入密碼已變更', extra: { rid } });
    const [mail] = await postedTo({ db, secrets }, `${member.account}@mail.example`);
    expect(mail?.text).toContain('Your password has changed');
    expect((await (await visitor()).signIn(member.account, PASSWORD)).outcome).toBe('SIGN_IN_FAILED');
    expect((await (await visitor()).signIn(member.account, NEW)).outcome).toBe('SUCCESS');
    expect(await member.refuse('/member/balanceinfo', {})).toBe('NOT_SIGNED_IN');
  });

  it.each([
    ['the old one is wrong', { password: 'Wrong9reef', newPassword: NEW }, 'PASSWORD_WRONG'],
    ['it is the old one', { password: PASSWORD, newPassword: PASSWORD }, 'PASSWORD_UNCHANGED'],
    ['everybody tries it first', { password: PASSWORD, newPassword: COMMON }, 'PASSWORD_BREACHED'],
    [
      'everybody tries it first, in any casing',
      { password: PASSWORD, newPassword: 'sECRET12' },
      'PASSWORD_BREACHED',
    ],
    ['it breaks the rule', { password: PASSWORD, newPassword: 'alllower1' }, 'PARAMETERS_INVALID'],
  ] as const)('is refused when %s', async (_, input, name) => {
    const member = await server.member();
    expect((await change(member, input)).outcome).toBe(name);
    expect((await (await visitor()).signIn(member.account, PASSWORD)).outcome).toBe('SUCCESS');
  });

  it('has the same delays against guessing as a sign-in, and a retry of the same command is no second try', async () => {
    const member = await server.member();
    const input = { password: 'Wrong9reef', newPassword: NEW };
    const rid = makeRid();
    const path = '/member/changepass/{account}';
    for (let again = 0; again < 8; again += 1)
      expect(await member.refuse(path, input, { rid })).toBe('PASSWORD_WRONG');
    for (let guess = 0; guess < 4; guess += 1) await member.refuse(path, input);
    expect(await member.refuse(path, input)).toBe('SIGN_IN_DELAYED');
  });
});

describe('a forgotten password', () => {
  it('is set with a code, once; every session ends and no new one opens', async () => {
    const member = await server.member();
    const client = await visitor();
    const ticket = await ticketFor(client, member.account);
    const input = { ticket, newPassword: NEW };
    expect(await setForgotten(client, member.account, input)).toMatchObject({ outcome: 'SUCCESS', data: {} });
    const ended = await member.send('/member/balanceinfo', {});
    expect(ended).toMatchObject({ outcome: 'NOT_SIGNED_IN', data: { reason: 'password' } });
    expect(await coolDownsOf(member)).toEqual(['password']);
    const again = await setForgotten(client, member.account, { ticket, newPassword: 'Other9reef' });
    expect(again.outcome).toBe('TICKET_INVALID');
    expect((await (await visitor()).signIn(member.account, NEW)).outcome).toBe('SUCCESS');
  });

  it("once set clears the delay of wrong guesses, for the caller's network only", async () => {
    const member = await server.member();
    const [client, elsewhere] = [await visitor(), await visitor()];
    for (const guesser of [client, elsewhere])
      for (let guess = 0; guess < 5; guess += 1) await guesser.signIn(member.account, 'Wrong9reef');
    expect((await client.signIn(member.account, PASSWORD)).outcome).toBe('SIGN_IN_DELAYED');
    const ticket = await ticketFor(client, member.account);
    await setForgotten(client, member.account, { ticket, newPassword: NEW });
    expect((await elsewhere.signIn(member.account, NEW)).outcome).toBe('SIGN_IN_DELAYED');
    expect((await client.signIn(member.account, NEW)).outcome).toBe('SUCCESS');
  });

  it('refuses a ticket of another account, device or purpose, or an expired one, all alike', async () => {
    const [member, other] = [await server.member(), await server.member()];
    const [client, elsewhere] = [await visitor(), await visitor()];
    const good = await ticketFor(client, member.account);
    const wrong = await ticketFor(client, member.account, otpTicketPurpose('transpass'));
    const answers = [
      await setForgotten(client, other.account, { ticket: good, newPassword: NEW }),
      await setForgotten(client, 'nobody0001', { ticket: good, newPassword: NEW }),
      await setForgotten(elsewhere, member.account, { ticket: good, newPassword: NEW }),
      await setForgotten(client, member.account, { ticket: wrong, newPassword: NEW }),
      await setForgotten(client, member.account, { ticket: 'x'.repeat(43), newPassword: NEW }),
    ];
    await database.setClock('11 minutes');
    answers.push(await setForgotten(client, member.account, { ticket: good, newPassword: NEW }));
    await database.setClock('0');
    const [first] = answers;
    expect(first?.outcome).toBe('TICKET_INVALID');
    for (const answer of answers) expect(answer).toEqual(first);
  });

  it('may not be the current one or a breached one, and the ticket stays valid for another try', async () => {
    const member = await server.member();
    const client = await visitor();
    const ticket = await ticketFor(client, member.account);
    const tried = async (newPassword: string) =>
      (await setForgotten(client, member.account, { ticket, newPassword })).outcome;
    expect(await tried(PASSWORD)).toBe('PASSWORD_UNCHANGED');
    expect(await tried(COMMON)).toBe('PASSWORD_BREACHED');
    expect(await tried(NEW)).toBe('SUCCESS');
  });
});

describe('a marked password', () => {
  const mark = ({ id }: TestMember) =>
    sql`update member.credential set password_marked = 'operator' where member_id = ${id}`.execute(
      database.owner,
    );
  const force = (client: TestClient, account: string, input: object) =>
    client.send('/member/reset-password/forced-set/{account}', input, { account });
  const signInMarked = async (client: TestClient, account: string, password = PASSWORD) => {
    const { data } = await client.signIn(account, password);
    return data as unknown as { reset_token: string; codesTo: { channel: string; address: string }[] };
  };
  /** The ticket of the code that goes to the member's mobile. */
  const codeTicketOf = async (client: TestClient, account: string, mobile: string) => {
    const sent = await client.send<{ id: string }>('/utils/otp/mobile/send', {
      purpose: 'forced-set',
      account,
      channel: 'mobile',
    });
    const code = await codeSentTo({ db, secrets }, mobile);
    const { data } = await client.send<{ ticket: string }>('/utils/otp/mobile/verify', {
      id: sent.data.id,
      code,
    });
    return data.ticket;
  };

  it('opens no session but gives a token to change it, once and on this device, and with a code', async () => {
    const mobile = freshMobile();
    const [member, other] = [await server.member({ mobile }), await server.member()];
    await mark(member);
    expect(await member.call('/member/account/passwordExpired', {})).toEqual({
      expired: true,
      reason: 'operator',
    });
    const [client, elsewhere] = [await visitor(), await visitor()];
    const { reset_token: resetToken, codesTo } = await signInMarked(client, member.account);
    expect(codesTo).toEqual([{ channel: 'mobile', address: maskContact('mobile', mobile) }]);
    expect(client.proof).toBeUndefined();
    const otpTicket = await codeTicketOf(client, member.account, mobile);
    const tried = async (by: TestClient, account: string, newPassword: string) =>
      (await force(by, account, { resetToken, newPassword, otpTicket })).outcome;
    expect(await tried(elsewhere, member.account, NEW)).toBe('TICKET_INVALID');
    expect(await tried(client, other.account, NEW)).toBe('TICKET_INVALID');
    expect(await tried(client, member.account, PASSWORD)).toBe('PASSWORD_UNCHANGED');
    expect(await tried(client, member.account, NEW)).toBe('SUCCESS');
    expect(await tried(client, member.account, 'Other9reef')).toBe('TICKET_INVALID');
    expect((await signInMarked(client, member.account, NEW)).reset_token).toBeUndefined();
    expect(client.proof).toBeDefined();
  });

  it('is not changed by who has that password alone, which is presumed stolen', async () => {
    const [member, thief] = [await server.member(), await visitor()];
    await mark(member);
    const { reset_token: resetToken } = await signInMarked(thief, member.account);
    const input = { resetToken, newPassword: NEW };
    expect((await force(thief, member.account, input)).outcome).toBe('PASSWORD_CODE_REQUIRED');
    for (const [subject, purpose] of [
      [member.account, 'forgotten'],
      [(await server.member()).account, 'forced-set'],
    ] as const) {
      const otpTicket = await ticketFor(thief, subject, otpTicketPurpose(purpose));
      expect((await force(thief, member.account, { ...input, otpTicket })).outcome).toBe('TICKET_INVALID');
    }
    expect((await (await visitor()).signIn(member.account, NEW)).outcome).toBe('SIGN_IN_FAILED');
  });

  it('is changed without a code where an operator has declared every address lost', async () => {
    const [member, client] = [await server.member({ isVerified: false }), await visitor()];
    await loseContacts(server, member, freshMobile());
    await mark(member);
    const { reset_token: resetToken, codesTo } = await signInMarked(client, member.account);
    expect(codesTo).toEqual([]);
    expect((await force(client, member.account, { resetToken, newPassword: NEW })).outcome).toBe('SUCCESS');
  });

  describe('in a session that goes on', () => {
    const change = (member: TestMember, otpTicket?: string) => {
      const input = { password: PASSWORD, newPassword: NEW, ...(otpTicket && { otpTicket }) };
      return member.send('/member/changepass/{account}', input);
    };

    it('is not changed without a code, which the thief of both does not read', async () => {
      const mobile = freshMobile();
      const member = await server.member({ mobile });
      await mark(member);
      expect((await change(member)).outcome).toBe('PASSWORD_CODE_REQUIRED');
      for (const [subject, purpose] of [
        [member.account, 'transpass'],
        [(await server.member()).account, 'forced-set'],
      ] as const) {
        const foreign = await ticketFor(member.client, subject, otpTicketPurpose(purpose));
        expect((await change(member, foreign)).outcome).toBe('TICKET_INVALID');
      }
      expect((await (await visitor()).signIn(member.account, NEW)).outcome).toBe('SIGN_IN_FAILED');
      const otpTicket = await codeTicketOf(member.client, member.account, mobile);
      expect((await change(member, otpTicket)).outcome).toBe('SUCCESS');
      const expired = await member.call('/member/account/passwordExpired', {});
      expect(expired).toEqual({ expired: false, reason: null });
    });

    it('is changed without one where the member has no proven address', async () => {
      const member = await server.member({ isVerified: false });
      await loseContacts(server, member, freshMobile());
      await mark(member);
      expect((await change(member)).outcome).toBe('SUCCESS');
    });

    it('waits for the cool-down where each proven address is too new', async () => {
      const member = await server.member({ isVerified: false });
      const mobile = freshMobile();
      await loseContacts(server, member, mobile);
      await mark(member);
      const sent = await member.call('/member/mobile-change/create-verification', { mobile });
      const code = await codeSentTo({ db, secrets }, mobile);
      const { ticket: newTicket } = await member.call('/utils/otp/mobile/verify', { id: sent.new.id, code });
      await member.call('/member/mobile-change/verify', { newTicket });
      expect((await change(member)).outcome).toBe('CODE_ADDRESSES_TOO_NEW');
    });

    it('asks the code also if it is a breached one that nobody has marked yet', async () => {
      const member = await memberWith(COMMON);
      const input = { password: COMMON, newPassword: NEW };
      expect(await member.refuse('/member/changepass/{account}', input)).toBe('PASSWORD_CODE_REQUIRED');
    });
  });

  it('is also a breached one, from the next sign-in on', async () => {
    const member = await server.member();
    expect(await member.call('/member/account/passwordExpired', {})).toEqual({
      expired: false,
      reason: null,
    });
    await sql`update member.credential set password_hash = other.password_hash
              from member.credential other where member.credential.member_id = ${member.id}
                and other.member_id = ${(await memberWith(COMMON)).id}`.execute(database.owner);
    const client = await visitor();
    expect((await signInMarked(client, member.account, COMMON)).reset_token).toMatch(/^[\w-]{43}$/);
    expect(await member.call('/member/account/passwordExpired', {})).toEqual({
      expired: true,
      reason: 'breach',
    });
  });
});

/** A member whose password was common before the list was. */
async function memberWith(password: string): Promise<TestMember> {
  const { createPasswords } = await import('#platform/passwords/passwords.ts');
  const passwords = await createPasswords(secrets.passwordPepper);
  const member = await server.member();
  await sql`update member.credential set password_hash = ${await passwords.anyone.hash(password)}
            where member_id = ${member.id}`.execute(database.owner);
  return member;
}

it('no password and no secret is in a row or a log line', async () => {
  const member = await server.member();
  await member.call('/member/changepass/{account}', { password: PASSWORD, newPassword: 'Canary7reef' });
  await member.call('/member/settranspass/{account}', {
    oldTranspass: TRANSACTION_SECRET,
    newTranspass: '918273',
  });
  const { rows } = await sql<{ line: string }>`
    select c::text as line from member.credential c union all select t::text from platform.ticket t
    union all select encode(answer, 'escape') from platform.command union all select a::text from platform.audit a
    union all select i::text from inbox.message i`.execute(database.owner);
  const everything = [...rows.map((row) => row.line), ...server.logLines].join('\n');
  expect(everything).toContain('password-changed');
  expect(everything).not.toContain('Canary7reef');
  expect(holdsDigits(everything, '918273')).toBe(false);
});
