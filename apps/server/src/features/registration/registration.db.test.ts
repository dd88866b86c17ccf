import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { isAccount, isNickname } from '@holdfast/contract/rules';
import { defined, type MemberId } from '@holdfast/kernel';
import { makeRid } from '@holdfast/secure-channel/node';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { personalOf } from '#testing/personal.ts';
import { codeSentTo } from '#testing/posted.ts';
import { type TestClient } from '#testing/test-client.ts';
import { freshAccount, freshMobile, testServer } from '#testing/test-server.ts';

const server = await testServer();
const { database, secrets } = server;
const { db } = database;

let serial = 0;
const visitor = () => server.visitor({ address: `203.0.113.${(serial = (serial % 250) + 1)}` });
type SignedIn = CallOutput<'/member/register'>;
const register = (client: TestClient, input: CallInput<'/member/register'>) =>
  client.send<SignedIn>('/member/register', input);
const registerFast = (client: TestClient, input: object) =>
  client.send<SignedIn>('/api/fast-registeration', input);

async function memberRow(account: string) {
  const { rows } = await sql<{ id: MemberId; country_code: string; has_secret: boolean }>`
    select m.id::text, m.country_code, c.secret_hash is not null as has_secret
    from member.member m join member.credential c on c.member_id = m.id where m.account = ${account}`.execute(
    db,
  );
  if (!rows[0]) return undefined;
  const { id, ...row } = rows[0];
  return { ...row, mobile: (await personalOf(db, id)).mobile };
}

/** A ticket as a person earns it: a code sent, and typed. */
async function earnTicket(client: TestClient, mobile: string): Promise<string> {
  const sent = await client.send<{ id: string }>('/utils/otp/mobile/send', {
    purpose: 'register',
    target: mobile,
  });
  const typed = await codeSentTo({ db, secrets }, mobile);
  const { data } = await client.send<{ ticket: string }>('/utils/otp/mobile/verify', {
    id: sent.data.id,
    code: typed,
  });
  return data.ticket;
}

describe('registration', () => {
  it('registers a member with the proven mobile, which is shown masked', async () => {
    const client = await visitor();
    const mobile = '+886912345678';
    const input = { ...(await server.registration(client)), otpTicket: await earnTicket(client, mobile) };
    const { data, outcome } = await register(client, input);
    expect(outcome).toBe('SUCCESS');
    expect(await memberRow(input.account)).toEqual({ mobile, country_code: '886', has_secret: true });
    client.keepProof(data);
    const info = await client.send<{ mobile: string }>(
      '/member/info/{account}',
      {},
      { account: input.account },
    );
    expect(info.data.mobile).toMatch(/^\+886\*+678$/);
  });

  it.each([
    [
      'that was used',
      async (ticket: string, client: TestClient) => {
        await register(client, { ...(await server.registration(client)), otpTicket: ticket });
        return client;
      },
    ],
    ['of another device', async () => visitor()],
    [
      'that has run out',
      async (_: string, client: TestClient) => {
        await database.setClock('11 minutes');
        return client;
      },
    ],
  ])('refuses a ticket %s', async (_, change) => {
    const client = await visitor();
    const ticket = (await server.registration(client)).otpTicket;
    const other = await change(ticket, client);
    const input = { ...(await server.registration(other)), otpTicket: ticket };
    expect((await register(other, input)).outcome).toBe('TICKET_INVALID');
    expect(await memberRow(input.account)).toBeUndefined();
    await database.setClock('0');
  });

  it('refuses a ticket of another purpose', async () => {
    const client = await visitor();
    const input = await server.registration(client);
    await sql`update platform.ticket set purpose = 'otp:forgotten' where used_at is null`.execute(
      database.owner,
    );
    expect((await register(client, input)).outcome).toBe('TICKET_INVALID');
  });

  it('accepts one member per mobile, and keeps the ticket valid when the names are taken', async () => {
    const mobile = freshMobile();
    const member = await server.member({ mobile });
    const client = await visitor();
    expect((await register(client, await server.registration(client, { mobile }))).outcome).toBe(
      'MOBILE_TAKEN',
    );
    const input = await server.registration(client, { account: member.account });
    expect((await register(client, input)).outcome).toBe('ACCOUNT_TAKEN');
    expect((await register(client, { ...input, account: freshAccount() })).outcome).toBe('SUCCESS');
  });

  it('refuses a taken account or nickname, also one that only looks different', async () => {
    const member = await server.member({ nick: 'Alpha1' });
    const client = await visitor();
    const input = await server.registration(client, { account: member.account, nick: 'Beta2' });
    expect((await register(client, input)).outcome).toBe('ACCOUNT_TAKEN');
    for (const nick of ['ALPHA1', 'alpha1'])
      expect((await register(client, { ...input, account: 'another12', nick })).outcome).toBe(
        'NICKNAME_TAKEN',
      );
    for (const nick of ['Ａlpha1', 'Alpha1\u200b', 'Alpha 1', 'Alphа1'])
      expect((await register(client, { ...input, account: 'another12', nick })).data).toEqual({
        fields: ['nick'],
      });
    const check = await client.send('/member/check-duplicate/account-and-nickname', {
      account: member.account,
      nick: 'Gamma3',
    });
    expect(check.data).toEqual({ account: 'taken', nick: 'free' });
  });

  it.each([
    ['account', (n: number) => ({ account: 'racer0001', nick: `Racer${n}` }), 'ACCOUNT_TAKEN'],
    [
      'nickname',
      (n: number) => ({ account: `racer100${n}`, nick: n % 2 ? 'Racy' : 'RACY' }),
      'NICKNAME_TAKEN',
    ],
    ['mobile', () => ({ mobile: '+886900111222' }), 'MOBILE_TAKEN'],
  ] as const)('makes one member of five registrations of one %s at once', async (_, who, refusal) => {
    const clients = await Promise.all(Array.from({ length: 5 }, visitor));
    const inputs = await Promise.all(clients.map((client, n) => server.registration(client, who(n))));
    const replies = await Promise.all(clients.map((it, n) => register(it, defined(inputs[n], 'an input'))));
    const outcomes = replies.map((reply) => reply.outcome).toSorted();
    expect(outcomes).toEqual([...Array.from({ length: 4 }, () => refusal), 'SUCCESS']);
  });

  it.each([
    ['account', 'UPPER1234'],
    ['nick', 'has space'],
    ['password', 'weak1234'],
    ['newTranspass', '012345'],
    ['otpTicket', 'short'],
  ])('names a %s that breaks its rule', async (field, value) => {
    const client = await visitor();
    const input = { ...(await server.registration(client)), [field]: value };
    expect(await register(client, input)).toMatchObject({
      outcome: 'PARAMETERS_INVALID',
      data: { fields: [field] },
    });
  });

  it.each(['userLevel', 'mobile', 'realNameStatus', 'names_proposed'])(
    'takes no %s from a request',
    async (field) => {
      const client = await visitor();
      const input = { ...(await server.registration(client)), [field]: '9' };
      expect((await register(client, input)).outcome).toBe('PARAMETERS_INVALID');
    },
  );
});

it('refuses a breached password in both kinds of registration', async () => {
  const client = await visitor();
  const input = { ...(await server.registration(client)), password: 'Password1' };
  expect((await register(client, input)).outcome).toBe('PASSWORD_BREACHED');
  const { otpTicket, password, installId } = input;
  expect((await registerFast(client, { otpTicket, password, installId })).outcome).toBe('PASSWORD_BREACHED');
});

describe('fast registration', () => {
  const installId = '7'.repeat(32);
  async function fastMember() {
    const client = await visitor();
    const { otpTicket } = await server.registration(client);
    const { data, outcome } = await registerFast(client, { otpTicket, password: 'Plain4tide', installId });
    expect(outcome).toBe('SUCCESS');
    client.keepProof(data);
    return { client, login: data };
  }

  it('needs a mobile and a password, proposes names that fit the rules, and sets no transaction secret', async () => {
    const { login, client } = await fastMember();
    expect([isAccount(login.account), isNickname(login.nick)]).toEqual([true, true]);
    expect(await memberRow(login.account)).toMatchObject({ has_secret: false });
    expect((await (await visitor()).signIn(login.account, 'Plain4tide')).outcome).toBe('SUCCESS');
    expect(client.proof).toBeDefined();
  });

  it('draws other names when the first ones are taken', async () => {
    await server.member({ nick: 'Drawn1' });
    await sql`create sequence public.draws`.execute(database.owner);
    await sql`grant usage on sequence public.draws to holdfast_app`.execute(database.owner);
    await sql`create function public.draw_taken() returns trigger language plpgsql as $$ begin
      if nextval('public.draws') < 4 then new.nick_key := 'drawn1'; end if; return new; end $$`.execute(
      database.owner,
    );
    await sql`create trigger draw_taken before insert on member.member
              for each row execute function public.draw_taken()`.execute(database.owner);
    onTestFinished(
      async () => void (await sql`drop trigger draw_taken on member.member`.execute(database.owner)),
    );
    const { login } = await fastMember();
    expect(await memberRow(login.account)).toBeDefined();
  });

  it('asks for the transaction secret to be set before it is used', async () => {
    const { client } = await fastMember();
    const input = { orderId: '1', version: '1' };
    const reply = await client.send('/order/release', input, {}, { secret: '246801' });
    expect(reply.outcome).toBe('TRANSACTION_SECRET_MISSING');
  });

  it('refuses a password with special characters, and a ticket that is none', async () => {
    const client = await visitor();
    const { otpTicket } = await server.registration(client);
    const special = await registerFast(client, { otpTicket, password: 'Plain4t!', installId });
    expect(special.data).toEqual({ fields: ['password'] });
    const forged = await registerFast(client, {
      otpTicket: 'A'.repeat(43),
      password: 'Plain4tide',
      installId,
    });
    expect(forged.outcome).toBe('TICKET_INVALID');
  });

  it('lets the names be changed once: the session continues with a new proof, and the old one becomes invalid', async () => {
    const { client, login } = await fastMember();
    const old = defined(client.proof, 'a signed-in client');
    const chosen = { account: freshAccount(), nick: '自己選的' };
    const rid = makeRid();
    const first = await client.send<SignedIn>('/member/security/rename', chosen, {}, { rid });
    expect(first.data).toMatchObject({ ...chosen, uid: login.uid });
    // Whoever has lost the answer has the old proof still, and fetches the new one with it.
    expect(await client.send('/member/security/rename', chosen, {}, { rid, proof: old })).toEqual(first);
    const info = await client.send('/member/info/{account}', {}, { account: chosen.account });
    expect(info.outcome).toBe('SUCCESS');
    const late = await client.send('/member/info/{account}', {}, { account: chosen.account }, { proof: old });
    expect(late.outcome).toBe('LOGIN_RECORD_NOT_FOUND');
    const second = await client.send('/member/security/rename', { ...chosen, nick: '又換一次' });
    expect(second.outcome).toBe('RENAME_USED');
    expect((await (await visitor()).signIn(login.account, 'Plain4tide')).outcome).toBe('SIGN_IN_FAILED');
  });

  it('refuses names that are taken or break the rules, and the choice stays open', async () => {
    const other = await server.member({ nick: 'Taken1' });
    const { client, login } = await fastMember();
    const rename = (account: string, nick: string) =>
      client.send('/member/security/rename', { account, nick });
    expect((await rename(other.account, 'Free1')).outcome).toBe('ACCOUNT_TAKEN');
    expect((await rename(login.account, 'TAKEN1')).outcome).toBe('NICKNAME_TAKEN');
    expect((await rename('UPPER', 'has space')).data).toEqual({ fields: ['account', 'nick'] });
    expect((await rename(login.account, 'Free1')).outcome).toBe('SUCCESS');
  });

  it('gives a name to one of two members who choose it at once', async () => {
    const pair = await Promise.all([fastMember(), fastMember()]);
    const account = freshAccount();
    const replies = await Promise.all(
      pair.map(({ client }, n) => client.send('/member/security/rename', { account, nick: `Pair${n}` })),
    );
    const outcomes = replies.map((reply) => reply.outcome).toSorted();
    expect(outcomes).toEqual(['ACCOUNT_TAKEN', 'SUCCESS']);
  });

  it('does not let chosen names be changed', async () => {
    const member = await server.member();
    expect(await member.refuse('/member/security/rename', { account: freshAccount(), nick: '想換' })).toBe(
      'RENAME_USED',
    );
  });
});
