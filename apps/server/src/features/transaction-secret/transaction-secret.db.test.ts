import { otpTicketPurpose } from '@holdfast/contract/member';
import { makeRid } from '@holdfast/secure-channel/node';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import { deviceHashOf } from '#testing/posted.ts';
import { PASSWORD, TestClient, TRANSACTION_SECRET, type TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';

const server = await testServer();
const { db, owner } = server.database;
const AS_PASSWORD = 'Amber9reef';

const verify = (member: TestMember, secret: string) => member.send('/member/transpass/verify', { secret });
const set = (
  member: TestMember,
  newTranspass: string,
  oldTranspass: string | undefined = TRANSACTION_SECRET,
) => member.send('/member/settranspass/{account}', { oldTranspass, newTranspass });
const codeTicket = (member: TestMember, subject = member.account, purpose = otpTicketPurpose('transpass')) =>
  inTransaction(db, (tx) =>
    issueTicket(tx, { purpose, subject, deviceHash: deviceHashOf(member.client), minutes: 10 }),
  );
/** As fast registration leaves a member: without one. */
const forgetSecretOf = ({ id }: TestMember) =>
  sql`update member.credential set secret_hash = null where member_id = ${id}`.execute(owner);
const lock = async (member: TestMember) => {
  for (let guess = 0; guess < 5; guess += 1) await verify(member, '111111');
};

describe('setting the transaction secret', () => {
  it('needs the old one and accepts both forms; the new one is valid at once', async () => {
    const member = await server.member();
    expect((await set(member, AS_PASSWORD)).data).toMatchObject({ form: 'password' });
    expect((await verify(member, TRANSACTION_SECRET)).outcome).toBe('TRANSACTION_SECRET_WRONG');
    expect((await verify(member, AS_PASSWORD)).outcome).toBe('SUCCESS');
    expect((await member.call('/member/account/permissions', {})).secretForm).toBe('password');
    expect((await set(member, '735190', AS_PASSWORD)).data).toMatchObject({ form: 'six-digit' });
    const { items } = await member.call('/member/notification/list', {});
    expect(items.filter(({ title }) => title === '交易密碼已變更')).toHaveLength(2);
  });

  it.each([
    ['begins with 0', '012345', 'PARAMETERS_INVALID'],
    ['is neither six digits nor a password', '12345', 'PARAMETERS_INVALID'],
    ['is a common password', 'Password1', 'PASSWORD_BREACHED'],
    ['is the old one', TRANSACTION_SECRET, 'TRANSACTION_SECRET_UNCHANGED'],
  ] as const)('refuses one that %s', async (_, secret, name) => {
    expect((await set(await server.member(), secret)).outcome).toBe(name);
  });

  it('counts a wrong old one like any other guess, and a retry once', async () => {
    const member = await server.member();
    const input = { oldTranspass: '111111', newTranspass: '735190' };
    const rid = makeRid();
    for (let again = 0; again < 6; again += 1) {
      const { data } = await member.send('/member/settranspass/{account}', input, { rid });
      expect(data).toEqual({ triesLeft: 4 });
    }
  });

  it('needs the login password for a first one, and only then', async () => {
    const member = await server.member();
    const path = '/member/settranspass/{account}';
    const first = (newTranspass: string) => member.send(path, { password: PASSWORD, newTranspass });
    expect((await first('735190')).data).toEqual({ fields: ['oldTranspass'] });
    await forgetSecretOf(member);
    for (let round = 0; round < 7; round += 1)
      expect((await verify(member, TRANSACTION_SECRET)).outcome).toBe('TRANSACTION_SECRET_MISSING');
    const both = await Promise.all([first('735190'), first('735191')]);
    expect(both.map((reply) => reply.outcome).toSorted()).toEqual(['LOGIN_RECORD_NOT_FOUND', 'SUCCESS']);
  });

  it('refuses a first one without the password, and counts guesses like a sign-in', async () => {
    const member = await server.member();
    const path = '/member/settranspass/{account}';
    await forgetSecretOf(member);
    expect((await member.send(path, { newTranspass: '735190' })).data).toEqual({ fields: ['password'] });
    const guess = { password: 'Wrong9reef', newTranspass: '735190' };
    for (let n = 0; n < 5; n += 1) expect(await member.refuse(path, guess)).toBe('PASSWORD_WRONG');
    expect(await member.refuse(path, guess)).toBe('SIGN_IN_DELAYED');
    expect((await verify(member, '735190')).outcome).toBe('TRANSACTION_SECRET_MISSING');
  });
});

describe('guessing the transaction secret', () => {
  it('ends after five tries over all nodes, however many run at once, until it is set with a code', async () => {
    const member = await server.member();
    const elsewhere = await TestClient.connect(
      await server.startNode(),
      server.secrets,
      '198.51.100.9',
      member.client.device,
    );
    elsewhere.proof = member.client.proof;
    const guess = (client: TestClient) => client.send('/member/transpass/verify', { secret: '111111' });
    const nodes = [member.client, elsewhere];
    const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => guess(nodes[n % 2] ?? elsewhere)));
    const wrong = replies.filter((reply) => reply.outcome === 'TRANSACTION_SECRET_WRONG');
    expect(wrong).toHaveLength(4); // the fifth locks
    for (const client of nodes)
      expect((await client.send('/member/transpass/verify', { secret: TRANSACTION_SECRET })).outcome).toBe(
        'TRANSACTION_SECRET_LOCKED',
      );
    const input = { password: PASSWORD, ticket: await codeTicket(member), newTranspass: '735190' };
    await member.call('/member/forgettranspass/{account}', input);
    expect((await verify(member, '735190')).outcome).toBe('SUCCESS');
  });
});

describe('a forgotten transaction secret', () => {
  const path = '/member/forgettranspass/{account}';

  it('is set with password and code, and starts a cool-down', async () => {
    const member = await server.member();
    await lock(member);
    const input = { password: PASSWORD, ticket: await codeTicket(member), newTranspass: AS_PASSWORD };
    expect(await member.call(path, input)).toMatchObject({ form: 'password' });
    expect((await verify(member, AS_PASSWORD)).outcome).toBe('SUCCESS');
    const { rows } = await sql`select cause from member.cool_down where member_id = ${member.id}`.execute(db);
    expect(rows).toEqual([{ cause: 'transpass' }]);
  });

  it('is refused with a wrong password, or a ticket of another member or purpose, or an expired one', async () => {
    const [member, other] = [await server.member(), await server.member()];
    const ask = (input: { password?: string; ticket: string }) =>
      member.refuse(path, { password: PASSWORD, newTranspass: '735190', ...input });
    const ticket = await codeTicket(member);
    expect(await ask({ password: 'Wrong9reef', ticket })).toBe('PASSWORD_WRONG');
    expect(await ask({ ticket: await codeTicket(member, other.account) })).toBe('TICKET_INVALID');
    const forgotten = await codeTicket(member, member.account, otpTicketPurpose('forgotten'));
    expect(await ask({ ticket: forgotten })).toBe('TICKET_INVALID');
    await member.call(path, { password: PASSWORD, newTranspass: '735190', ticket });
    expect(await ask({ ticket })).toBe('TICKET_INVALID');
  });
});

describe('a step-up ticket', () => {
  const questions = () => ({ orderId: '999999', version: '1' });
  const stepUp = async (member: TestMember) =>
    (await member.call('/member/transpass/verify', { secret: TRANSACTION_SECRET })).ticket;
  const change = (member: TestMember, secret: string, newPassword: string) =>
    member.send('/member/changepass/{account}', { password: PASSWORD, newPassword }, { secret });

  it('replaces the secret in one call of its session', async () => {
    const member = await server.member();
    const ticket = await stepUp(member);
    expect((await change(member, ticket, AS_PASSWORD)).outcome).toBe('SUCCESS');
    expect((await change(member, ticket, 'Other9reef')).outcome).toBe('TICKET_INVALID');
  });

  it('stays valid when the call is refused', async () => {
    const member = await server.member();
    const ticket = await stepUp(member);
    const release = () => member.refuse('/order/release', questions(), { secret: ticket });
    expect(await release()).toBe('ORDER_NOT_FOUND');
    expect(await release()).toBe('ORDER_NOT_FOUND');
  });

  it('is redeemed by one of many calls at once', async () => {
    const member = await server.member();
    const secret = await stepUp(member);
    const path = '/member/bankadd/{account}';
    const add = (n: number) =>
      member.send(
        path,
        { bankCode: '822', accountNumber: `5550001112${n}`, holderName: '林示範' },
        { secret },
      );
    const outcomes = (await Promise.all([1, 2, 3, 4].map(add))).map((reply) => reply.outcome);
    expect(outcomes.filter((each) => each === 'SUCCESS')).toHaveLength(1);
    expect(outcomes.filter((each) => each === 'TICKET_INVALID')).toHaveLength(3);
  });

  it('is refused in another session, for another member, and after five minutes', async () => {
    const [member, other] = [await server.member(), await server.member()];
    const ticket = await stepUp(member);
    const asked = { orderId: '999999', version: '1' };
    expect(await other.refuse('/order/release', asked, { secret: ticket })).toBe('TICKET_INVALID');
    const old = await stepUp(member);
    await server.database.setClock('5 minutes 1 second');
    expect(await member.refuse('/order/release', asked, { secret: old })).toBe('TICKET_INVALID');
    await server.database.setClock('0');
    await member.client.signIn(member.account, PASSWORD);
    expect(await member.refuse('/order/release', asked, { secret: ticket })).toBe('TICKET_INVALID');
  });
});
