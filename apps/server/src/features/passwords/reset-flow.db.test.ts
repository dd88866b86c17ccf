import type { CallOutput } from '@holdfast/contract/calls';
import { ERRORS, type ErrorName } from '@holdfast/contract/errors';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { givePersonal } from '#testing/personal.ts';
import { codeSentTo } from '#testing/posted.ts';
import { TRANSACTION_SECRET, type TestClient, type TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';

const server = await testServer();
const { database, secrets } = server;
const { db } = database;
const NEW = 'Amber9reef';
const NEW_SECRET = '735190';
const BEGIN = '/member/flow/force-reset-password/create-cerification';

let serial = 0;
/** Each in a network of its own: neighbours share a limit. */
const visitor = () => server.visitor({ address: `172.16.${(serial = (serial % 250) + 1)}.1` });

/** A member with a mobile number, and how to read what is sent there. */
async function reachable(): Promise<{ member: TestMember; readCode: () => Promise<string> }> {
  const member = await server.member();
  const mobile = `+88697${String((serial += 1)).padStart(7, '0')}`;
  await givePersonal(database.owner, member.id, { mobile });
  return { member, readCode: () => codeSentTo({ db, secrets }, mobile) };
}

type Begun = CallOutput<typeof BEGIN>;
const begin = (client: TestClient, account: string) =>
  client.send<Begun>(BEGIN, { account, channel: 'mobile' });
const verify = (client: TestClient, input: object) =>
  client.send<{ token: string }>('/member/flow/force-reset-password/verify', input);
const setPassword = (client: TestClient, token: string, newPassword = NEW) =>
  client.send<{ token: string }>('/member/flow/force-reset-password/set-login-password', {
    token,
    newPassword,
  });
const setSecret = (client: TestClient, token: string, newTranspass = NEW_SECRET) =>
  client.send('/member/flow/force-reset-password/set-transaction-password', { token, newTranspass });

describe('resetting password and secret', () => {
  it('takes a code, then the password, then the secret', async () => {
    const { member, readCode } = await reachable();
    const client = await visitor();
    const begun = await begin(client, member.account);
    expect(begun.data.questions).toEqual([]);
    const { data: first } = await verify(client, { id: begun.data.id, code: await readCode() });
    const { data: second } = await setPassword(client, first.token);
    expect(await setSecret(client, second.token)).toMatchObject({
      outcome: 'SUCCESS',
      data: { form: 'six-digit' },
    });
    expect(await member.refuse('/member/balanceinfo', {})).toBe('NOT_SIGNED_IN');
    expect((await client.signIn(member.account, NEW)).outcome).toBe('SUCCESS');
    const { rows } = await sql<{ cause: string }>`
      select cause from member.cool_down where member_id = ${member.id} order by cause`.execute(db);
    expect(rows.map((row) => row.cause)).toEqual(['device', 'password', 'transpass']);
    const path = '/member/transpass/verify';
    expect((await client.send(path, { secret: TRANSACTION_SECRET })).outcome).toBe(
      'TRANSACTION_SECRET_WRONG',
    );
    expect((await client.send(path, { secret: NEW_SECRET })).outcome).toBe('SUCCESS');
  });

  it('refuses a step that was skipped, repeated or sent from another device, all alike', async () => {
    const { member, readCode } = await reachable();
    const [client, elsewhere] = [await visitor(), await visitor()];
    const { data: begun } = await begin(client, member.account);
    const { data: first } = await verify(client, { id: begun.id, code: await readCode() });
    const refused = [
      await setSecret(client, first.token), // the password was skipped
      await setPassword(elsewhere, first.token),
      await setPassword(client, 'x'.repeat(43)),
    ];
    const { data: second } = await setPassword(client, first.token);
    refused.push(
      await setPassword(client, first.token, 'Other9reef'), // a second time
      await setPassword(client, second.token, 'Other9reef'), // with the token of the step after
      await setSecret(elsewhere, second.token),
    );
    expect((await setSecret(client, second.token)).outcome).toBe('SUCCESS');
    refused.push(await setSecret(client, second.token, '635190'));
    const expected = {
      outcome: 'TICKET_INVALID',
      errorCode: ERRORS.TICKET_INVALID.code,
      errorMessage: ERRORS.TICKET_INVALID.zhTW,
      data: {},
    };
    for (const answer of refused) expect(answer).toEqual(expected);
    expect((await client.signIn(member.account, NEW)).outcome).toBe('SUCCESS');
  });

  it('accepts a code once, and a token until it expires', async () => {
    const { member, readCode } = await reachable();
    const client = await visitor();
    const { data: begun } = await begin(client, member.account);
    const right = { id: begun.id, code: await readCode() };
    const { data: first } = await verify(client, right);
    expect((await verify(client, right)).outcome).toBe('CODE_DEAD');
    await database.setClock('11 minutes');
    expect((await setPassword(client, first.token)).outcome).toBe('TICKET_INVALID');
    await database.setClock('0');
  });

  it('refuses a code of another purpose', async () => {
    const { member, readCode } = await reachable();
    const client = await visitor();
    const sent = await client.send<{ id: string }>('/utils/otp/mobile/send', {
      purpose: 'forgotten',
      account: member.account,
      channel: 'mobile',
    });
    const answer = await verify(client, { id: sent.data.id, code: await readCode() });
    expect(answer.outcome).toBe('CODE_DEAD');
  });

  it('begins and refuses alike for an unknown account', async () => {
    const { member } = await reachable();
    const shapes = [];
    for (const account of [member.account, 'nobody0001']) {
      const client = await visitor();
      const { data, ...head } = await begin(client, account);
      const tries = [];
      for (let round = 0; round < 6; round += 1) {
        const { outcome, data: said } = await verify(client, { id: data.id, code: '000000' });
        tries.push([outcome, said]);
      }
      shapes.push([Object.keys(data), head, tries]);
    }
    expect(shapes[0]).toEqual(shapes[1]);
  });
});

const STEPS = ['begin', 'verify', 'password', 'secret'] as const;
type Step = (typeof STEPS)[number];

/** Every order of three steps after the first, each with whatever token was given out last. */
const walks = STEPS.flatMap((a) => STEPS.flatMap((b) => STEPS.map((c): Step[] => ['begin', a, b, c]))).filter(
  (walk) => walk.filter((step) => step === 'begin').length === 1,
);

describe('walking the steps in the order', () => {
  it.each(walks.map((walk) => [walk.join(' > '), walk] as const))('%s', async (_, walk) => {
    const { member, readCode } = await reachable();
    const client = await visitor();
    let [at, token, id]: [number, string, string] = [0, 'x'.repeat(43), ''];
    const does: Record<Step, () => Promise<ErrorName>> = {
      async begin() {
        const { outcome, data } = await begin(client, member.account);
        id = data.id;
        return outcome;
      },
      async verify() {
        const { outcome, data } = await verify(client, { id, code: await readCode() });
        token = data.token ?? token;
        return outcome;
      },
      async password() {
        const { outcome, data } = await setPassword(client, token);
        token = data.token ?? token;
        return outcome;
      },
      secret: async () => (await setSecret(client, token)).outcome,
    };
    for (const step of walk) {
      const isNext = STEPS[at] === step;
      const refusal = step === 'verify' ? 'CODE_DEAD' : 'TICKET_INVALID';
      expect(await does[step](), step).toBe(isNext ? 'SUCCESS' : refusal);
      if (isNext) at += 1;
    }
  });
});
