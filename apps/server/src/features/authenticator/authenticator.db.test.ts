import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { defined } from '@holdfast/kernel';
import { codeOf as codeOfServer } from '#testing/test-operator.ts';
import { PASSWORD, type TestClient, type TestMember } from '#testing/test-client.ts';
import { codeSentTo, postedTo } from '#testing/posted.ts';
import { freshMobile, testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput } from '#testing/traders.ts';
import { startCoolDown } from '#features/security/index.ts';
import { inTransaction } from '#platform/db/db.ts';
import { insertAuthenticator } from './authenticator.store.ts';

const server = await testServer();
const { database, secrets } = server;
const parts = { db: database.db, secrets };
afterEach(() => database.setClock('0'));

const HOME = '1'.repeat(32);
const ELSEWHERE = '2'.repeat(32);

const codeOf = (secret: string, steps = 0) => codeOfServer(server, secret, steps);

/** Every test has a clock of its own, so that codes of one are no replays in another. */
async function later(minutes: number) {
  await database.setClock(`${minutes} minutes`);
}

async function ticketOf(member: TestMember, mobile: string): Promise<string> {
  const { account } = member;
  const asked = { purpose: 'authenticator', account, channel: 'mobile', installId: HOME } as const;
  const { id } = await member.call('/utils/otp/mobile/send', asked);
  const sent = (await postedTo(parts, mobile)).map(({ text }) => /驗證器的驗證碼是 (\d{6})/.exec(text)?.[1]);
  const code = defined(sent.find(Boolean), 'a message with a code');
  return (await member.call('/utils/otp/mobile/verify', { id, code })).ticket;
}

async function begun() {
  const mobile = freshMobile();
  const member = await server.member({ mobile });
  const ticket = await ticketOf(member, mobile);
  const setup = await member.call('/member/security/authenticator-begin', { ticket });
  return { member, mobile, ...setup };
}

/** A member with an authenticator. */
async function added() {
  const { member, mobile, setup, secret } = await begun();
  const finished = await member.call('/member/security/authenticator-finish', {
    setup,
    code: await codeOf(secret),
  });
  return { member, mobile, secret, ...finished };
}

type LogIn = CallInput<'/member/login'>;
type Answer = CallOutput<'/member/login'>;

function logIn(client: TestClient, member: TestMember, more: Partial<LogIn> = {}) {
  return client.send<Answer>('/member/login', {
    account: member.account,
    password: PASSWORD,
    installId: HOME,
    ...more,
  });
}

async function stepOf(client: TestClient, member: TestMember, more: Partial<LogIn> = {}): Promise<string> {
  const { data } = await logIn(client, member, more);
  if (!('step' in data)) throw new Error(`no step: ${JSON.stringify(data)}`);
  return data.step;
}

const stateOf = async (member: TestMember) => (await member.call('/member/security/authenticator', {})).state;

describe('adding an authenticator', () => {
  it('asks the transaction secret and a code to a proven address, starts a cool-down and tells every address', async () => {
    const { member, mobile, setup, secret, uri } = await begun();
    expect(uri).toContain(`secret=${secret}`);
    expect(await stateOf(member)).toBe('none');
    const finished = await member.call('/member/security/authenticator-finish', {
      setup,
      code: await codeOf(secret),
    });
    expect(new Set(finished.recoveryCodes).size).toBe(10);
    expect(await member.call('/member/security/authenticator', {})).toMatchObject({
      state: 'on',
      recoveryCodesLeft: 10,
    });
    expect(await member.call('/member/account/permissions', {})).toMatchObject({
      coolDowns: [{ cause: 'authenticator', until: finished.coolDownUntil }],
    });
    const [told] = await postedTo(parts, mobile);
    expect(told?.text).toContain('驗證器已設定');
    expect(told?.text).toMatch(/#freeze=[\w-]{43}/);
    expect((await member.call('/member/notification/list', {})).items.at(-1)).toMatchObject({
      type: 'authenticatorAdded',
    });
  });

  it('is refused without the code, with a wrong secret, and with the ticket of another member', async () => {
    const mobile = freshMobile();
    const [member, other] = [await server.member({ mobile }), await begun()];
    const begin = '/member/security/authenticator-begin';
    expect(await member.refuse(begin, {})).toBe('TICKET_INVALID');
    expect(await member.refuse(begin, { ticket: 'x'.repeat(43) })).toBe('TICKET_INVALID');
    await later(2);
    const theirs = await ticketOf(other.member, other.mobile);
    expect(await member.refuse(begin, { ticket: theirs })).toBe('TICKET_INVALID');
    const ticket = await ticketOf(member, mobile);
    expect(await member.refuse(begin, { ticket }, { secret: '135790' })).toBe('TRANSACTION_SECRET_WRONG');
    expect(await stateOf(member)).toBe('none');
  });

  it('ends with a right code of the secret that this session was shown, and keeps neither secret nor codes as they are', async () => {
    const { member, setup, secret } = await begun();
    const finish = '/member/security/authenticator-finish';
    expect(await member.refuse(finish, { setup, code: '000000' })).toBe('AUTHENTICATOR_CODE_WRONG');
    const other = await server.member();
    expect(await other.refuse(finish, { setup, code: await codeOf(secret) })).toBe('TICKET_INVALID');
    await member.call(finish, { setup, code: await codeOf(secret) });
    expect(await member.refuse(finish, { setup, code: await codeOf(secret) })).toBe('TICKET_INVALID');
    expect(await member.refuse('/member/security/authenticator-begin', {})).toBe('AUTHENTICATOR_PRESENT');
  });
});

describe('signing in with an authenticator', () => {
  it('asks for a code after the right password alone, and opens the session with it', async () => {
    const { member, secret } = await added();
    await later(2);
    const client = await server.visitor();
    expect((await logIn(client, member, { password: 'Wrong1234' })).outcome).toBe('SIGN_IN_FAILED');
    const step = await stepOf(client, member);
    const reply = await logIn(client, member, { step, code: await codeOf(secret) });
    expect([reply.outcome, 'access_token' in reply.data]).toEqual(['SUCCESS', true]);
    client.keepProof(reply.data as CallOutput<'/member/register'>);
    const { items } = (
      await client.send<CallOutput<'/member/security/history'>>('/member/security/history', {})
    ).data;
    expect(items.map(({ outcome }) => outcome)).toEqual(['success', 'wrong-password', 'success']);
  });

  it('takes a code once: a replay opens nothing, on this device and on another', async () => {
    const { member, secret } = await added();
    await later(4);
    const [one, two] = [await server.visitor(), await server.visitor()];
    const code = await codeOf(secret);
    const steps = [await stepOf(one, member), await stepOf(two, member)] as const;
    expect((await logIn(one, member, { step: steps[0], code })).outcome).toBe('SUCCESS');
    expect((await logIn(two, member, { step: steps[1], code })).outcome).toBe('AUTHENTICATOR_CODE_WRONG');
    // One that is older than the last one is as used.
    const older = await codeOf(secret, -1);
    expect((await logIn(two, member, { step: steps[1], code: older })).outcome).toBe(
      'AUTHENTICATOR_CODE_WRONG',
    );
  });

  it('takes one code for one of two sign-ins at once', async () => {
    const { member, secret } = await added();
    await later(6);
    const clients = [await server.visitor(), await server.visitor()];
    const steps = await Promise.all(clients.map((client) => stepOf(client, member)));
    const code = await codeOf(secret);
    const replies = await Promise.all(
      clients.map((client, index) => logIn(client, member, { step: defined(steps[index], 'a step'), code })),
    );
    expect(replies.map(({ outcome }) => outcome).toSorted()).toEqual(['AUTHENTICATOR_CODE_WRONG', 'SUCCESS']);
  });

  it('compares no code without the step of this device', async () => {
    const { member, secret } = await added();
    await later(8);
    const [client, thief] = [await server.visitor(), await server.visitor()];
    const step = await stepOf(client, member);
    const code = await codeOf(secret);
    expect((await logIn(client, member, { code })).outcome).toBe('PARAMETERS_INVALID');
    expect((await logIn(thief, member, { step, code })).outcome).toBe('TICKET_INVALID');
    expect((await logIn(thief, member, { step: 'z'.repeat(43), code })).outcome).toBe('TICKET_INVALID');
  });

  it('takes a recovery code once, however it is typed, and tells of it', async () => {
    const { member, recoveryCodes } = await added();
    await later(10);
    const client = await server.visitor();
    const recovery = defined(recoveryCodes[0], 'a recovery code');
    const code = ` ${recovery.slice(0, 5).toLowerCase()}-${recovery.slice(5)} `;
    const reply = await logIn(client, member, { step: await stepOf(client, member), code });
    expect(reply.outcome).toBe('SUCCESS');
    client.keepProof(reply.data as CallOutput<'/member/register'>);
    const { data } = await client.send<CallOutput<'/member/security/authenticator'>>(
      '/member/security/authenticator',
      {},
    );
    expect(data.recoveryCodesLeft).toBe(9);
    const again = await logIn(client, member, { step: await stepOf(client, member), code });
    expect(again.outcome).toBe('AUTHENTICATOR_CODE_WRONG');
  });

  it('counts wrong codes like wrong passwords: guesses of a stranger end at the brake, and stop nobody at home', async () => {
    const { member, secret } = await added();
    await later(12);
    const outcomes: string[] = [];
    for (let guess = 0; guess < 25; guess += 1) {
      const stranger = await server.visitor({ address: `203.0.${guess}.7` });
      const first = await logIn(stranger, member, { installId: ELSEWHERE });
      if (!('step' in first.data)) {
        outcomes.push('codeId' in first.data ? 'braked' : first.outcome);
        continue;
      }
      const code = String(100_000 + guess);
      outcomes.push(
        (await logIn(stranger, member, { installId: ELSEWHERE, step: first.data.step, code })).outcome,
      );
    }
    expect(outcomes.filter((one) => one === 'AUTHENTICATOR_CODE_WRONG').length).toBeLessThanOrEqual(20);
    expect(outcomes.at(-1)).toBe('braked');
    const home = await server.visitor();
    const reply = await logIn(home, member, { step: await stepOf(home, member), code: await codeOf(secret) });
    expect(reply.outcome).toBe('SUCCESS');
  });

  it('does not know an install any more after ten wrong codes, though the password is right in between', async () => {
    const { member } = await added();
    await later(14);
    for (let guess = 0; guess < 10; guess += 1) {
      const client = await server.visitor({ address: `198.18.${guess}.7` });
      const step = await stepOf(client, member);
      await logIn(client, member, { step, code: String(200_000 + guess) });
    }
    const { rows } = await sql`select is_known from member.device where member_id = ${member.id}`.execute(
      database.owner,
    );
    expect(rows).toEqual([{ is_known: false }]);
  });
});

describe('removing an authenticator', () => {
  const remove = '/member/security/authenticator-remove';

  it('asks a code of it, the transaction secret and a code to a proven address', async () => {
    const { member, mobile, secret } = await added();
    await later(16);
    const ticket = await ticketOf(member, mobile);
    const code = await codeOf(secret);
    expect(await member.refuse(remove, { ticket })).toBe('AUTHENTICATOR_CODE_WRONG');
    expect(await member.refuse(remove, { ticket, code: '000000' })).toBe('AUTHENTICATOR_CODE_WRONG');
    expect(await member.refuse(remove, { code })).toBe('TICKET_INVALID');
    expect(await member.refuse(remove, { ticket, code }, { secret: '135790' })).toBe(
      'TRANSACTION_SECRET_WRONG',
    );
    await member.call(remove, { ticket, code });
    expect(await stateOf(member)).toBe('none');
    expect((await postedTo(parts, mobile))[0]?.text).toContain('驗證器已移除');
    const client = await server.visitor();
    expect('access_token' in (await logIn(client, member)).data).toBe(true);
  });
});

describe('an authenticator that somebody else may have added', () => {
  it.each([
    ['within three days', 71, false],
    ['more than three days before', 73, true],
  ])('%s of a freeze asks at sign-in: %i hours, %s', async (_, hours, isAsked) => {
    const { member, mobile } = await added();
    await database.setClock(`${hours} hours`);
    const client = await server.visitor();
    const frozen = await client.send('/member/security/freeze-without-session', {
      account: member.account,
      password: PASSWORD,
      installId: HOME,
    });
    expect(frozen.outcome).toBe('SUCCESS');
    const { id } = (
      await client.send<{ id: string }>('/utils/otp/mobile/send', {
        purpose: 'unfreeze',
        account: member.account,
        channel: 'mobile',
      })
    ).data;
    const { ticket } = (
      await client.send<{ ticket: string }>('/utils/otp/mobile/verify', {
        id,
        code: await codeSentTo(parts, mobile),
      })
    ).data;
    await client.send('/member/security/unfreeze', { account: member.account, password: PASSWORD, ticket });
    expect('step' in (await logIn(client, member)).data).toBe(isAsked);
  });
});

describe('a release during a cool-down', () => {
  const TICKET = '/member/security/authenticator-ticket';
  const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const RECOVERY = 'K7M2Q9XHTA';

  async function paidOrder() {
    const { seller, buyer, order } = await lockedOrder(server, '100.00');
    const paid = await buyer.call('/order/paid', paidInput(order));
    return { seller, release: { orderId: order.orderId, version: String(paid.order.version) } };
  }
  const give = ({ id }: TestMember) =>
    inTransaction(database.db, (tx) =>
      insertAuthenticator(tx, id, { secret: SECRET, step: 0, recoveryCodes: [RECOVERY] }),
    );
  const coolDown = ({ id }: TestMember) =>
    inTransaction(database.db, (tx) => startCoolDown(tx, { memberId: id, cause: 'device' }));
  const isOffered = async (member: TestMember) =>
    (await member.call('/member/security/authenticator', {})).provesRelease;

  it('takes a code of an authenticator from before it, also from who has lost every address', async () => {
    const { seller, release } = await paidOrder();
    await give(seller);
    await later(1);
    await coolDown(seller);
    await sql`update member.member set mobile_proven_at = null where id = ${seller.id}`.execute(
      database.owner,
    );
    expect(await seller.refuse('/order/release', release)).toBe('RELEASE_CODE_REQUIRED');
    expect(await isOffered(seller)).toBe(true);
    expect(await seller.refuse(TICKET, { code: '000000' })).toBe('AUTHENTICATOR_CODE_WRONG');
    const code = await codeOf(SECRET);
    const { ticket: otpTicket } = await seller.call(TICKET, { code });
    expect(await seller.refuse(TICKET, { code })).toBe('AUTHENTICATOR_CODE_WRONG');
    await seller.call('/order/release', { ...release, otpTicket });
  });

  it('takes none of an authenticator that came with it, nor a recovery code, which stays good', async () => {
    const { seller } = await paidOrder();
    await coolDown(seller);
    await later(1);
    await give(seller);
    expect(await isOffered(seller)).toBe(false);
    expect(await seller.refuse(TICKET, { code: await codeOf(SECRET) })).toBe('AUTHENTICATOR_TOO_NEW');
    const other = await server.member();
    await give(other);
    expect(await other.refuse(TICKET, { code: RECOVERY })).toBe('AUTHENTICATOR_CODE_WRONG');
    expect(await other.call('/member/security/authenticator', {})).toMatchObject({ recoveryCodesLeft: 1 });
  });

  it('takes none of a suspended authenticator', async () => {
    const { seller } = await paidOrder();
    await give(seller);
    await sql`update member.authenticator set suspended_at = platform.app_now() where member_id = ${seller.id}`.execute(
      database.owner,
    );
    expect(await isOffered(seller)).toBe(false);
    expect(await seller.refuse(TICKET, { code: await codeOf(SECRET) })).toBe('AUTHENTICATOR_NONE');
  });
});
