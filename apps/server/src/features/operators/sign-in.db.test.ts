import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '@holdfast/kernel';
import type { CallOutput } from '@holdfast/contract/calls';
import {
  codeOf,
  admins,
  enrol,
  freshAddress,
  OPERATOR_PASSWORD,
  type Enrolled,
} from '#testing/test-operator.ts';
import { testServer } from '#testing/test-server.ts';
import { createAdmins } from './index.ts';

/** How operators come to be, and how they sign in. */
const server = await testServer();
const { owner } = server.database;
let lin: Enrolled;
let chen: Enrolled;
beforeAll(async () => {
  [lin, chen] = await admins(server);
});
afterEach(() => server.database.setClock('0'));

let minutes = 0;
/** Later by more than any code lives: each test has codes of its own. */
const later = async () => server.database.setClock(`${(minutes += 20)} minutes`);

const stranger = () => server.visitor({ at: 'console', address: freshAddress() });
type SignedIn = CallOutput<'/operator/sign-in'>;

async function signIn(
  { email, secret }: Enrolled,
  given: { password?: string; code?: string } = {},
  client = stranger(),
) {
  const own = await client;
  const code = given.code ?? (await codeOf(server, secret));
  const reply = await own.send<SignedIn>('/operator/sign-in', {
    email,
    password: OPERATOR_PASSWORD,
    ...given,
    code,
  });
  if (reply.outcome === 'SUCCESS')
    own.keepProof({ account: reply.data.email, access_token: reply.data.access_token });
  return { ...reply, client: own };
}

const me = async (client: Enrolled['client']) => (await client.send('/operator/me', {})).outcome;

describe('the first two administrators', () => {
  it('are made once: the command refuses while there is one', async () => {
    expect(await createAdmins(owner, ['eve@operators.example', 'mal@operators.example'])).toBeUndefined();
  });

  it('are signed in by their enrolment, which no invitation opens twice', async () => {
    expect(await me(lin.client)).toBe('SUCCESS');
    expect(lin.recoveryCodes).toHaveLength(10);
    const { rows } = await sql<{
      kept: string;
    }>`select row_to_json(o)::text as kept from operator.operator o`.execute(owner);
    for (const { kept } of rows) expect(kept).not.toContain(lin.secret);
  });
});

describe('signing in', () => {
  it('takes password and code together, and ends the session before', async () => {
    await later();
    const first = await signIn(lin);
    expect(first.outcome).toBe('SUCCESS');
    expect(first.data.role).toBe('admin');
    expect(await me(first.client)).toBe('SUCCESS');
    const second = await signIn(lin, { code: await codeOf(server, lin.secret, 1) });
    expect(second.outcome).toBe('SUCCESS');
    expect((await first.client.send('/operator/me', {})).data).toMatchObject({ reason: 'takeover' });
  });

  it.each([
    ['a wrong password', { password: 'another password' }],
    ['a wrong code', { code: '000000' }],
    ['a recovery code that is none', { code: '22222-22222' }],
    ['nonsense as a code', { code: 'x' }],
  ])('refuses %s with one and the same answer', async (_, given) => {
    await later();
    const reply = await signIn(chen, given);
    expect(reply.outcome).toBe('OPERATOR_SIGN_IN_FAILED');
    const nobody = await signIn({ ...chen, email: 'nobody@operators.example' });
    expect([nobody.outcome, nobody.errorMessage, nobody.data]).toEqual([
      reply.outcome,
      reply.errorMessage,
      reply.data,
    ]);
  });

  it('takes a code once, also from another device', async () => {
    await later();
    const code = await codeOf(server, lin.secret);
    expect((await signIn(lin, { code })).outcome).toBe('SUCCESS');
    expect((await signIn(lin, { code })).outcome).toBe('OPERATOR_SIGN_IN_FAILED');
    // One that is older than the last one is as used.
    expect((await signIn(lin, { code: await codeOf(server, lin.secret, -1) })).outcome).toBe(
      'OPERATOR_SIGN_IN_FAILED',
    );
  });

  it('takes a recovery code once', async () => {
    await later();
    const code = defined(lin.recoveryCodes[0], 'a recovery code');
    const typed = ` ${code.slice(0, 5).toLowerCase()}-${code.slice(5)} `;
    const reply = await signIn(lin, { code: typed });
    expect([reply.outcome, reply.data.recoveryCodesLeft]).toEqual(['SUCCESS', 9]);
    expect((await signIn(lin, { code: typed })).outcome).toBe('OPERATOR_SIGN_IN_FAILED');
  });

  it('slows guesses of one network, tells of them, and stops nobody elsewhere', async () => {
    await later();
    const guesser = await stranger();
    const outcomes = [];
    for (let n = 0; n < 7; n += 1)
      outcomes.push(
        (await signIn(chen, { password: `wrong password ${n}` }, Promise.resolve(guesser))).outcome,
      );
    expect(outcomes.slice(0, 5)).toEqual(Array<string>(5).fill('OPERATOR_SIGN_IN_FAILED'));
    expect(outcomes.slice(5)).toEqual(['SIGN_IN_DELAYED', 'SIGN_IN_DELAYED']);
    // The right one must wait there too, or the delay would say which password is right.
    expect((await signIn(chen, {}, Promise.resolve(guesser))).outcome).toBe('SIGN_IN_DELAYED');
    expect((await signIn(chen)).outcome).toBe('SUCCESS');
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from platform.audit where action = 'operator-guessed' and subject = ${`operator:${chen.email}`}`.execute(
      owner,
    );
    expect(rows[0]?.count).toBe(1);
  });

  it('slows guesses at the code by whoever has the password, from however many networks', async () => {
    await later();
    for (let n = 0; n < 6; n += 1)
      expect((await signIn(chen, { code: `00000${n}` })).outcome).toBe('OPERATOR_SIGN_IN_FAILED');
    // Full: not even the right code is compared.
    expect((await signIn(chen)).outcome).toBe('OPERATOR_SIGN_IN_FAILED');
    await server.database.setClock(`${(minutes += 70)} minutes`);
    expect((await signIn(chen)).outcome).toBe('SUCCESS');
  });
});

describe("an operator's session", () => {
  it('ends after fifteen minutes in which nobody did anything: polls do not keep it', async () => {
    await later();
    const { client } = await signIn(lin);
    await server.database.setClock(`${minutes + 10} minutes`);
    expect((await client.send('/operator/me', {}, {}, { active: true })).outcome).toBe('SUCCESS');
    await server.database.setClock(`${minutes + 20} minutes`);
    expect((await client.send('/operator/me', {})).outcome).toBe('SUCCESS');
    await server.database.setClock(`${minutes + 26} minutes`);
    expect((await client.send('/operator/me', {})).outcome).toBe('SESSION_TIMEOUT');
    minutes += 30;
  });

  it('ends at a sign-out', async () => {
    await later();
    const { client } = await signIn(lin);
    expect((await client.send('/operator/sign-out', {})).outcome).toBe('SUCCESS');
    expect((await client.send('/operator/me', {})).data).toMatchObject({ reason: 'signed-out' });
  });

  it('opens nothing on another device', async () => {
    await later();
    const { client } = await signIn(lin);
    const thief = await stranger();
    const proof = defined(client.proof, 'a proof');
    const stolen = await thief.send('/operator/me', {}, {}, { proof: { ...proof, device: thief.device } });
    expect(stolen.outcome).toBe('LOGIN_RECORD_NOT_FOUND');
  });
});

describe('an invitation', () => {
  it('is refused when it is wrong, used or too old', async () => {
    await later();
    const begin = async (invitation: string) =>
      (await (await stranger()).send('/operator/enrolment/begin', { invitation })).outcome;
    expect(await begin('A'.repeat(22))).toBe('INVITATION_INVALID');
  });

  it('opens nothing without a code of the authenticator, nor with a password that everybody knows', async () => {
    await later();
    const { createAdmins: _, recoverAdmin } = await import('./index.ts');
    const { createMessages } = await import('#platform/messaging/messages.ts');
    const messages = createMessages({ ...server, phraseOf: async () => undefined });
    const { invitation } = defined(await recoverAdmin(owner, messages, chen.email), 'an administrator');
    const client = await stranger();
    const finish = async (more: object) =>
      (
        await client.send('/operator/enrolment/finish', {
          invitation,
          password: OPERATOR_PASSWORD,
          code: '000000',
          ...more,
        })
      ).outcome;
    expect(await finish({})).toBe('INVITATION_INVALID'); // nothing was begun
    await client.send('/operator/enrolment/begin', { invitation });
    expect(await finish({})).toBe('AUTHENTICATOR_CODE_WRONG');
    expect(await finish({ password: 'Password1234' })).toBe('PASSWORD_BREACHED');
    expect(await finish({ password: `${chen.email.split('@')[0]} and more words` })).toBe(
      'PASSWORD_BREACHED',
    );
    // What it had before is gone at once, and everybody hears of it.
    expect((await signIn(chen)).outcome).toBe('OPERATOR_SIGN_IN_FAILED');
    const again = await enrol(server, invitation, client);
    expect(await me(again.client)).toBe('SUCCESS');
    const told = await again.client.send<CallOutput<'/operator/me'>>('/operator/me', {});
    expect(told.data.recovered.map(({ email }) => email)).toEqual([chen.email]);
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from platform.message`.execute(owner);
    expect(rows[0]?.count).toBe(2);
    chen = again;
  });
});
