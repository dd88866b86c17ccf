import { afterEach, describe, expect, it } from 'vitest';
import type { CallOutput } from '@holdfast/contract/calls';
import type { OperatorRole } from '@holdfast/contract/operators';
import { defined } from '@holdfast/kernel';
import { postedTo } from '#testing/posted.ts';
import { PASSWORD, type TestClient, type TestMember } from '#testing/test-client.ts';
import { codeOf } from '#testing/test-operator.ts';
import { freshMobile, testServer } from '#testing/test-server.ts';

const server = await testServer();
const { database, secrets } = server;
const parts = { db: database.db, secrets };
afterEach(() => database.setClock('0'));

const ASK = '/operator/member/second-step-remove/{account}';
const HOME = '1'.repeat(32);

async function addAuthenticator(member: TestMember, mobile: string): Promise<void> {
  const { account } = member;
  const asked = { purpose: 'authenticator', account, channel: 'mobile', installId: HOME } as const;
  const { id } = await member.call('/utils/otp/mobile/send', asked);
  const sent = (await postedTo(parts, mobile)).map(({ text }) => /驗證器的驗證碼是 (\d{6})/.exec(text)?.[1]);
  const code = defined(sent.find(Boolean), 'a message with a code');
  const { ticket } = await member.call('/utils/otp/mobile/verify', { id, code });
  const { setup, secret } = await member.call('/member/security/authenticator-begin', { ticket });
  await member.call('/member/security/authenticator-finish', { setup, code: await codeOf(server, secret) });
}

/** A member whose phone with the authenticator is gone. */
async function stranded() {
  const mobile = freshMobile();
  const member = await server.member({ mobile });
  await addAuthenticator(member, mobile);
  return { member, mobile };
}

function ask(client: TestClient, { account }: TestMember, reason = 'video call, document and face compared') {
  return client.send<{ requestId: string }>(ASK, { reason }, { account });
}

async function decide(client: TestClient, id: string) {
  return (await client.send('/operator/request/decide', { id, verdict: 'approved', note: '' })).outcome;
}

async function signIn({ account }: TestMember) {
  const given = { account, password: PASSWORD, installId: HOME };
  const { data } = await (await server.visitor()).send<CallOutput<'/member/login'>>('/member/login', given);
  return 'step' in data ? 'code asked' : 'access_token' in data ? 'in' : 'neither';
}

const detailOf = async (client: TestClient, { account }: TestMember) =>
  (
    await client.send<CallOutput<'/operator/member/detail/{account}'>>(
      '/operator/member/detail/{account}',
      {},
      { account },
    )
  ).data;

describe('a lost authenticator', () => {
  it('is removed by two operators: the password opens again, every address is told, and money waits a day', async () => {
    const { member, mobile } = await stranded();
    const [asker, other] = [await server.operator('risk'), await server.operator('admin')];
    expect((await detailOf(asker, member)).member.authenticator).toBe('on');
    const { requestId } = (await ask(asker, member)).data;
    // The cool-down of adding it still runs: the address was proven before.
    expect([await signIn(member), await decide(asker, requestId)]).toEqual(['code asked', 'REQUEST_OWN']);
    const [added] = (await detailOf(asker, member)).coolDowns;
    await database.setClock('5 minutes');
    expect(await decide(other, requestId)).toBe('SUCCESS');
    const [told] = await postedTo(parts, mobile);
    expect(told?.text).toContain('客服已依您的申請移除驗證器');
    expect(told?.text).toMatch(/#freeze=[\w-]{43}/);
    const seen = await detailOf(asker, member);
    expect(seen.member.authenticator).toBe('none');
    const [removed] = seen.coolDowns;
    expect(removed?.cause).toBe('authenticator');
    expect(Date.parse(defined(removed, 'a cool-down').until)).toBeGreaterThan(
      Date.parse(defined(added, 'an earlier one').until),
    );
    expect(await signIn(member)).toBe('in');
  });

  it.each<OperatorRole>(['support', 'reviewer', 'resolver', 'treasury'])(
    'is none of the business of %s',
    async (role) => {
      const { member } = await stranded();
      expect((await ask(await server.operator(role), member)).outcome).toBe('ROLE_NOT_ALLOWED');
    },
  );

  it('needs a reason, a member, and an authenticator', async () => {
    const [{ member }, plain, risk] = [
      await stranded(),
      await server.member(),
      await server.operator('risk'),
    ];
    expect((await ask(risk, member, 'x')).outcome).toBe('PARAMETERS_INVALID');
    expect((await ask(risk, plain)).outcome).toBe('NOTHING_CHANGES');
    const nobody = await risk.send(ASK, { reason: 'somebody called' }, { account: 'nobodyatall' });
    expect(nobody.outcome).toBe('MEMBER_NOT_FOUND');
  });

  it('stays where the member has added another one since it was asked for: the request is stale', async () => {
    const { member, mobile } = await stranded();
    const [asker, other] = [await server.operator('risk'), await server.operator('risk')];
    const [first, second] = [(await ask(asker, member)).data, (await ask(other, member)).data];
    expect(await decide(other, first.requestId)).toBe('SUCCESS');
    expect(await decide(asker, second.requestId)).toBe('REQUEST_STALE');
    await database.setClock('5 minutes');
    await addAuthenticator(member, mobile);
    expect(await decide(asker, second.requestId)).toBe('REQUEST_STALE');
    expect(await signIn(member)).toBe('code asked');
  });
});
