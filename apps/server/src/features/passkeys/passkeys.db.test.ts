import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { CallOutput } from '@holdfast/contract/calls';
import { defined } from '@holdfast/kernel';
import { makeRid } from '@holdfast/secure-channel/node';
import { SoftwarePasskey } from '@holdfast/testkit/setup';
import { postedTo } from '#testing/posted.ts';
import { PASSWORD, type TestClient, type TestMember } from '#testing/test-client.ts';
import { freshMobile, testServer } from '#testing/test-server.ts';

const server = await testServer();
const { database, secrets } = server;
const parts = { db: database.db, secrets };
afterEach(() => database.setClock('0'));

const ORIGIN = 'https://app.holdfast.example';
const HOME = '1'.repeat(32);
const BEGIN = '/member/security/passkey-begin';
const FINISH = '/member/security/passkey-finish';
const REMOVE = '/member/security/passkey-remove';
const RENAME = '/member/security/passkey-rename';
const SIGN_IN = '/member/passkey-sign-in';

type Lie = Parameters<SoftwarePasskey['sign']>[1];
type SignedIn = CallOutput<typeof SIGN_IN>;

async function ticketOf({ client, account }: TestMember, mobile: string): Promise<string> {
  const asked = { purpose: 'passkey', account, channel: 'mobile', installId: HOME } as const;
  const { data } = await client.send<{ id: string }>('/utils/otp/mobile/send', asked);
  const sent = (await postedTo(parts, mobile)).map(
    ({ text }) => /通行密鑰的驗證碼是 (\d{6})/.exec(text)?.[1],
  );
  const code = defined(sent.find(Boolean), 'a message with a code');
  return (await client.send<{ ticket: string }>('/utils/otp/mobile/verify', { id: data.id, code })).data
    .ticket;
}

async function begun({ counter = 0 } = {}) {
  const mobile = freshMobile();
  const member = await server.member({ mobile });
  const ticket = await ticketOf(member, mobile);
  const passkey = new SoftwarePasskey(ORIGIN, counter);
  return { member, mobile, passkey, ...(await member.call(BEGIN, { ticket })) };
}

/** A member with a passkey. */
async function added(device: { counter?: number } = {}) {
  const { setup, passkeyQuestion: options, ...who } = await begun(device);
  const finished = await who.member.call(FINISH, { setup, passkeyAnswer: who.passkey.register(options) });
  return { ...who, ...finished };
}

async function challengeFor(client: TestClient) {
  return (await client.send<{ setup: string; passkeyQuestion: string }>('/member/passkey-sign-in/begin', {}))
    .data;
}

function show(client: TestClient, setup: string, response: string, options: { rid?: string } = {}) {
  return client.send<SignedIn>(SIGN_IN, { setup, passkeyAnswer: response, installId: HOME }, {}, options);
}

/** A sign-in with a passkey on a new device. */
async function enter(passkey: SoftwarePasskey, lie: Lie = {}) {
  const client = await server.visitor();
  const { setup, passkeyQuestion: options } = await challengeFor(client);
  return { client, ...(await show(client, setup, passkey.sign(options, lie))) };
}

const listOf = async (member: TestMember) => (await member.call('/member/security/passkeys', {})).passkeys;
const idOf = async (member: TestMember) => defined((await listOf(member))[0], 'a passkey').id;
const suspensionsOf = (member: TestMember) =>
  sql`update member.passkey set suspended_at = platform.app_now() where member_id = ${member.id}`.execute(
    database.owner,
  );

describe('adding a passkey', () => {
  it('asks the transaction secret and a code to a proven address, starts a cool-down and tells every address', async () => {
    const { member, mobile, coolDownUntil } = await added();
    expect(await listOf(member)).toMatchObject([{ usedAt: null, isSuspended: false }]);
    expect(await member.call('/member/account/permissions', {})).toMatchObject({
      coolDowns: [{ cause: 'passkey', until: coolDownUntil }],
    });
    const [told] = await postedTo(parts, mobile);
    expect(told?.text).toContain('通行密鑰已新增');
    expect(told?.text).toMatch(/#freeze=[\w-]{43}/);
    expect((await member.call('/member/notification/list', {})).items.at(-1)).toMatchObject({
      type: 'passkeyAdded',
    });
  });

  it('is refused without the code, with that of another purpose or member, and with a wrong secret', async () => {
    const mobile = freshMobile();
    const [member, other] = [await server.member({ mobile }), await begun()];
    expect(await member.refuse(BEGIN, {})).toBe('TICKET_INVALID');
    await database.setClock('2 minutes');
    const theirs = await ticketOf(other.member, other.mobile);
    expect(await member.refuse(BEGIN, { ticket: theirs })).toBe('TICKET_INVALID');
    const ticket = await ticketOf(member, mobile);
    expect(await member.refuse('/member/security/authenticator-begin', { ticket })).toBe('TICKET_INVALID');
    expect(await member.refuse(BEGIN, { ticket }, { secret: '135790' })).toBe('TRANSACTION_SECRET_WRONG');
    await member.call(BEGIN, { ticket });
    expect(await member.refuse(BEGIN, { ticket })).toBe('TICKET_INVALID');
  });

  it.each<[string, Lie]>([
    ['of another origin', { origin: 'https://app.holdfast.example.evil.test' }],
    ['for another relying party', { rpId: 'holdfast.example' }],
    ['to another challenge', { challenge: 'c29tZXRoaW5nIGVsc2U' }],
    ['without user verification', { isVerified: false }],
  ])('refuses a key %s', async (_, lie) => {
    const { member, setup, passkeyQuestion: options, passkey } = await begun();
    expect(await member.refuse(FINISH, { setup, passkeyAnswer: passkey.register(options, lie) })).toBe(
      'PASSKEY_WRONG',
    );
    expect(await listOf(member)).toEqual([]);
    // Whoever was asked may still answer well.
    await member.call(FINISH, { setup, passkeyAnswer: passkey.register(options) });
  });

  it.each(['{}', 'null', '[]', '{"id":"x","response":null}', '{"id":"x","response":{}}', 'no JSON'])(
    'refuses what is no answer: %s',
    async (response) => {
      const { member, setup } = await begun();
      expect(await member.refuse(FINISH, { setup, passkeyAnswer: response })).toBe('PASSKEY_WRONG');
    },
  );

  it('ends in the session that began it, within ten minutes, once', async () => {
    const { member, setup, passkeyQuestion: options, passkey } = await begun();
    const response = passkey.register(options);
    expect(await (await server.member()).refuse(FINISH, { setup, passkeyAnswer: response })).toBe(
      'TICKET_INVALID',
    );
    await database.setClock('11 minutes');
    expect(await member.refuse(FINISH, { setup, passkeyAnswer: response })).toBe('TICKET_INVALID');
    await database.setClock('0');
    await member.call(FINISH, { setup, passkeyAnswer: response });
    expect(await member.refuse(FINISH, { setup, passkeyAnswer: response })).toBe('TICKET_INVALID');
  });

  it('is done once by a repeat of the same command, which gets the same answer', async () => {
    const { member, setup, passkeyQuestion: options, passkey } = await begun();
    const [rid, response] = [makeRid(), passkey.register(options)];
    const [first, again] = [
      await member.call(FINISH, { setup, passkeyAnswer: response }, { rid }),
      await member.call(FINISH, { setup, passkeyAnswer: response }, { rid }),
    ];
    expect(again).toEqual(first);
    expect(await listOf(member)).toHaveLength(1);
  });

  it('refuses a key that another member has, and tells the browser which ones this member has', async () => {
    const [owner, other] = [await added(), await begun()];
    // The other member's browser answers with the key of the first one.
    const response = owner.passkey.register(other.passkeyQuestion);
    expect(await other.member.refuse(FINISH, { setup: other.setup, passkeyAnswer: response })).toBe(
      'PASSKEY_WRONG',
    );
    await database.setClock('2 days'); // the cool-down is over
    await owner.member.client.signIn(owner.member.account, PASSWORD, HOME);
    const ticket = await ticketOf(owner.member, owner.mobile);
    const { passkeyQuestion: options } = await owner.member.call(BEGIN, { ticket });
    const { excludeCredentials } = JSON.parse(options) as { excludeCredentials: { id: string }[] };
    expect(excludeCredentials.map(({ id }) => id)).toEqual([owner.passkey.id]);
  });

  it('gives ten keys and no more, though two were begun with room for one', async () => {
    const { member, setup, passkeyQuestion: options, passkey } = await begun();
    await sql`
      insert into member.passkey (id, member_id, credential_key, sealed, counter, name) overriding system value
      select nextval('member.passkey_id_seq'), ${member.id}, sha256((${member.id} || n::text)::bytea), '\\x00', 0, 'x'
      from generate_series(1, 10) n`.execute(database.owner);
    expect(await member.refuse(FINISH, { setup, passkeyAnswer: passkey.register(options) })).toBe(
      'PASSKEY_LIMIT',
    );
    expect(await member.refuse(BEGIN, { ticket: 'x'.repeat(43) })).toBe('PASSKEY_LIMIT');
    await sql`delete from member.passkey where member_id = ${member.id}`.execute(database.owner);
  });
});

describe('signing in with a passkey', () => {
  it('opens a session without a password, names its last use, and asks for no authenticator', async () => {
    const { passkey, member } = await added();
    const { client, outcome, data } = await enter(passkey);
    expect(outcome).toBe('SUCCESS');
    client.keepProof(data as CallOutput<'/member/register'>);
    expect(data).toMatchObject({ account: member.account });
    const { passkeys } = (
      await client.send<CallOutput<'/member/security/passkeys'>>('/member/security/passkeys', {})
    ).data;
    expect(passkeys[0]?.usedAt).not.toBeNull();
    const { items } = (
      await client.send<CallOutput<'/member/security/history'>>('/member/security/history', {})
    ).data;
    expect(items[0]?.outcome).toBe('success');
  });

  it('begins with the same question for everybody', async () => {
    await added();
    const { passkeyQuestion: options } = await challengeFor(await server.visitor());
    expect(JSON.parse(options)).toMatchObject({
      allowCredentials: [],
      userVerification: 'required',
      rpId: 'app.holdfast.example',
    });
  });

  it.each<[string, Lie]>([
    ['made for another origin', { origin: 'https://holdfast.example' }],
    ['for another relying party', { rpId: 'holdfast.example' }],
    ['over another challenge', { challenge: 'c29tZXRoaW5nIGVsc2U' }],
    ['without user verification', { isVerified: false }],
    ['that names another member', { userHandle: 'somebody-else' }],
  ])('refuses a signature %s', async (_, lie) => {
    const { passkey } = await added();
    expect((await enter(passkey, lie)).outcome).toBe('PASSKEY_WRONG');
    expect((await enter(passkey)).outcome).toBe('SUCCESS');
  });

  it('refuses a key that nobody has with the same words as a wrong signature', async () => {
    const { passkey } = await added();
    const stranger = new SoftwarePasskey(ORIGIN);
    const [unknown, wrong] = [await enter(stranger), await enter(passkey, { isVerified: false })];
    expect([unknown.outcome, unknown.data]).toEqual([wrong.outcome, wrong.data]);
    expect(unknown.outcome).toBe('PASSKEY_WRONG');
  });

  it('takes a challenge once, for the device that asked for it, within five minutes', async () => {
    const { passkey } = await added();
    const [client, thief] = [await server.visitor(), await server.visitor()];
    const { setup, passkeyQuestion: options } = await challengeFor(client);
    const response = passkey.sign(options);
    expect((await show(thief, setup, response)).outcome).toBe('TICKET_INVALID');
    const theirs = await challengeFor(thief);
    expect((await show(thief, theirs.setup, response)).outcome).toBe('PASSKEY_WRONG');
    await database.setClock('6 minutes');
    expect((await show(client, setup, response)).outcome).toBe('TICKET_INVALID');
    await database.setClock('0');
    expect((await show(client, setup, response)).outcome).toBe('SUCCESS');
    expect((await show(client, setup, response)).outcome).toBe('TICKET_INVALID');
  });

  it('opens one session for a repeat of the same command, and for two with one challenge at once', async () => {
    const { passkey, member } = await added();
    const client = await server.visitor();
    const first = await challengeFor(client);
    const [rid, response] = [makeRid(), passkey.sign(first.passkeyQuestion)];
    const once = await show(client, first.setup, response, { rid });
    expect((await show(client, first.setup, response, { rid })).data).toEqual(once.data);
    const second = await challengeFor(client);
    const signed = passkey.sign(second.passkeyQuestion);
    const replies = await Promise.all([1, 2].map(() => show(client, second.setup, signed)));
    expect(replies.filter(({ outcome }) => outcome === 'SUCCESS')).toHaveLength(1);
    const { rows } = await sql`
      select count(*)::int live from member.session where member_id = ${member.id} and ended_at is null`.execute(
      database.owner,
    );
    expect(rows).toEqual([{ live: 1 }]);
  });

  it('refuses a counter that does not go up, as that of a copied key does not', async () => {
    const { passkey } = await added({ counter: 5 });
    expect((await enter(passkey)).outcome).toBe('SUCCESS'); // 6
    expect((await enter(passkey, { counter: 6 })).outcome).toBe('PASSKEY_WRONG');
    expect((await enter(passkey, { counter: 2 })).outcome).toBe('PASSKEY_WRONG');
    expect((await enter(passkey, { counter: 0 })).outcome).toBe('PASSKEY_WRONG');
    expect((await enter(passkey, { counter: 20 })).outcome).toBe('SUCCESS');
  });

  it.each(['login_forbidden = true', 'frozen_at = platform.app_now()'])(
    'opens nothing for a member who may not sign in: %s',
    async (bar) => {
      const { passkey, member } = await added();
      await sql`update member.member set ${sql.raw(bar)} where id = ${member.id}`.execute(database.owner);
      const { outcome, data } = await enter(passkey);
      expect([outcome, 'access_token' in data]).toEqual(['LOGIN_FORBIDDEN', false]);
    },
  );

  it('leads on to a new password where the password is marked', async () => {
    const { passkey, member } = await added();
    await sql`update member.credential set password_marked = 'operator' where member_id = ${member.id}`.execute(
      database.owner,
    );
    const { outcome, data } = await enter(passkey);
    expect([outcome, 'access_token' in data]).toEqual(['SUCCESS', false]);
    expect(data).toMatchObject({ account: member.account, codesTo: [{ channel: 'mobile' }] });
  });

  it('stays open to its member while strangers guess at the password, and wrong signatures slow nobody down', async () => {
    const { passkey, member } = await added();
    for (let guess = 0; guess < 22; guess += 1) {
      const stranger = await server.visitor({ address: `203.0.${guess}.9` });
      await stranger.send('/member/login', {
        account: member.account,
        password: 'Wrong1234',
        installId: '2'.repeat(32),
      });
    }
    for (let neighbours = 0; neighbours < 2; neighbours += 1) {
      const stranger = await server.visitor();
      const made = await challengeFor(stranger);
      const wrong = new SoftwarePasskey(ORIGIN).sign(made.passkeyQuestion);
      for (let guess = 0; guess < 20; guess += 1)
        expect((await show(stranger, made.setup, wrong)).outcome).toBe('PASSKEY_WRONG');
    }
    expect((await enter(passkey)).outcome).toBe('SUCCESS'); // from the same network
  });
});

describe('the passkeys of a member', () => {
  it('are listed in the order in which they were added', async () => {
    await sql`select setval('member.passkey_id_seq', 98)`.execute(database.owner); // 99, then 100
    const { member, mobile } = await added();
    const first = await idOf(member);
    await database.setClock('2 minutes');
    const ticket = await ticketOf(member, mobile);
    const { setup, passkeyQuestion } = await member.call(BEGIN, { ticket });
    const passkeyAnswer = new SoftwarePasskey(ORIGIN).register(passkeyQuestion);
    await member.call(FINISH, { setup, passkeyAnswer });
    expect((await listOf(member)).map(({ id }) => id)).toEqual([first, String(Number(first) + 1)]);
  });

  it('are renamed by their member alone', async () => {
    const [{ member }, other] = [await added(), await server.member()];
    const id = await idOf(member);
    await member.call(RENAME, { id, name: '  我的手機 ' });
    expect((await listOf(member))[0]?.name).toBe('我的手機');
    expect(await other.refuse(RENAME, { id, name: 'mine' })).toBe('PASSKEY_NOT_FOUND');
    expect(await member.refuse(RENAME, { id, name: ' '.repeat(3) })).toBe('PARAMETERS_INVALID');
    expect(await member.refuse(RENAME, { id, name: 'x'.repeat(41) })).toBe('PARAMETERS_INVALID');
  });

  it('are removed behind the same guard as they are added, and open nothing afterwards', async () => {
    const { member, mobile, passkey } = await added();
    const id = await idOf(member);
    await database.setClock('2 minutes');
    const ticket = await ticketOf(member, mobile);
    expect(await member.refuse(REMOVE, { id })).toBe('TICKET_INVALID');
    expect(await member.refuse(REMOVE, { id, ticket }, { secret: '135790' })).toBe(
      'TRANSACTION_SECRET_WRONG',
    );
    await member.call(REMOVE, { id, ticket });
    expect((await postedTo(parts, mobile))[0]?.text).toContain('通行密鑰已移除');
    expect(await listOf(member)).toEqual([]);
    expect((await enter(passkey)).outcome).toBe('PASSKEY_WRONG');
  });

  it('are not removed by another member', async () => {
    const { member, passkey } = await added();
    const mobile = freshMobile();
    const other = await server.member({ mobile });
    const ticket = await ticketOf(other, mobile);
    expect(await other.refuse(REMOVE, { id: await idOf(member), ticket })).toBe('PASSKEY_NOT_FOUND');
    expect((await enter(passkey)).outcome).toBe('SUCCESS');
  });

  it('open nothing while they are suspended, and can be removed', async () => {
    const { member, passkey, mobile } = await added();
    await suspensionsOf(member);
    expect((await enter(passkey)).outcome).toBe('PASSKEY_WRONG');
    expect(await listOf(member)).toMatchObject([{ isSuspended: true }]);
    await database.setClock('2 minutes');
    await member.call(REMOVE, { id: await idOf(member), ticket: await ticketOf(member, mobile) });
  });

  it.each([
    ['within three days', 71, true],
    ['more than three days before', 73, false],
  ])('that were added %s of a freeze are suspended: %i hours, %s', async (_, hours, isSuspended) => {
    const { member } = await added();
    await database.setClock(`${hours} hours`);
    const client = await server.visitor();
    const given = { account: member.account, password: PASSWORD, installId: HOME };
    await client.send('/member/security/freeze-without-session', given);
    const { rows } = await sql`
      select suspended_at is not null as "isSuspended" from member.passkey where member_id = ${member.id}`.execute(
      database.owner,
    );
    expect(rows).toEqual([{ isSuspended }]);
  });

  it('are sealed: the table shows neither the key nor what names it', async () => {
    const { member, passkey } = await added();
    const { rows } = await sql<{ row: string }>`
      select p::text as row from member.passkey p where member_id = ${member.id}`.execute(database.owner);
    const hex = Buffer.from(passkey.id).toString('hex');
    expect(rows[0]?.row).not.toContain(passkey.id);
    expect(rows[0]?.row).not.toContain(hex);
  });
});
