import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { defined, toMemberId, type MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notify } from '#features/notifications/index.ts';
import { inTransaction } from '#platform/db/db.ts';
import type { Notice, Outcome, Skipped } from '#platform/outbox/carrier.ts';
import type { PushMessage, PushTarget } from '#platform/push/port.ts';
import { PASSWORD, type TestClient, type TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { createCarriers } from './carrier.ts';
import { createTestSends } from './send-tests.ts';
import { sweepTokens, takeTests } from './token.store.ts';

const SERVICES = ['push.example.com'];
const server = await testServer({ push: { services: SERVICES } });
const { db, owner } = server.database;

/** What a push service would have got. */
let sent: { target: PushTarget; message: PushMessage }[] = [];
let outcome: Outcome = { is: 'sent' };
const sender = {
  send: async (target: PushTarget, message: PushMessage) => {
    sent.push({ target, message });
    return outcome;
  },
};
const web = defined(createCarriers({ db, sender })[0], 'the first is Web Push');
beforeEach(() => {
  sent = [];
  outcome = { is: 'sent' };
});
afterEach(() => server.database.setClock('0 seconds'));

let serial = 0;
const KEY = `B${'A'.repeat(86)}`;
const subscription = (more: Partial<CallInput<'/member/device/push-set'>> = {}) => ({
  endpoint: `https://push.example.com/send/${(serial += 1)}`,
  p256dh: KEY,
  auth: 'A'.repeat(22),
  language: 'zh-TW' as const,
  isPrivate: '0' as const,
  ...more,
});

interface TokenRow {
  id: string;
  member_id: bigint;
  scope: string;
  ends_at: Date | null;
}
async function tokens(): Promise<TokenRow[]> {
  const { rows } = await sql<TokenRow>`
    select id::text, member_id, scope, ends_at from push.token order by id`.execute(owner);
  return rows;
}
const tokensOf = async (memberId: MemberId) =>
  (await tokens()).filter((row) => toMemberId(row.member_id) === memberId);
const subscriptions = async () =>
  (await sql<{ key: string }>`select key from platform.subscription`.execute(owner)).rows.map(
    ({ key }) => key,
  );

const order = { orderId: '501', serialNo: 'HF-1', nick: '阿德', quantity: 3000, coinType: 'TWD' };

interface Cause {
  extra?: object;
  causeInstall?: Buffer;
}

async function write(
  member: Pick<TestMember, 'id'>,
  type: string,
  { extra = order, causeInstall }: Cause = {},
): Promise<Notice> {
  await inTransaction(db, (tx) =>
    notify(tx, [{ memberId: member.id, type, extra: { ...extra }, causeInstall }]),
  );
  const { rows } = await sql<{ seq: bigint; at: Date }>`
    select seq, at from inbox.message where member_id = ${member.id} order by seq desc limit 1`.execute(
    owner,
  );
  return { memberId: member.id, type, extra: { ...extra }, ...defined(rows[0], 'a message') };
}

/** Writes a message, and gives it to the carrier as the relay does. */
async function tell(
  member: Pick<TestMember, 'id'>,
  type = 'orderPaid',
  cause: Cause = {},
): Promise<(Outcome | Skipped)[]> {
  const notice = await write(member, type, cause);
  const outcomes: (Outcome | Skipped)[] = [];
  for (const { id } of await tokensOf(member.id))
    outcomes.push(await web.send(id, notice, AbortSignal.timeout(1000)));
  return outcomes;
}

async function registered(more?: Partial<CallInput<'/member/device/push-set'>>): Promise<TestMember> {
  const member = await server.member();
  await member.call('/member/device/push-set', subscription(more));
  return member;
}

/** The member signs in on another install. */
async function signInElsewhere(member: TestMember, installId: string) {
  const client = await server.visitor({ address: '198.51.7.1' });
  const reply = await client.signIn(member.account, PASSWORD, installId);
  expect(reply.outcome).toBe('SUCCESS');
  return client;
}

describe('a registration token', () => {
  it('is kept by the server, found by no address in it, and refreshed in place', async () => {
    const member = await server.member();
    const given = subscription();
    const { binding } = await member.call('/member/device/push-set', given);
    const [row] = await tokensOf(member.id);
    expect(await subscriptions()).toContain(row?.id);
    const { rows } = await sql`select t::text from push.token t`.execute(owner);
    expect(JSON.stringify(rows)).not.toContain('push.example.com');
    await server.database.setClock('10 minutes');
    expect(await member.call('/member/device/push-set', { ...given, isPrivate: '1' })).toEqual({ binding });
    expect((await tokensOf(member.id)).map(({ id }) => id)).toEqual([row?.id]);
    const { device, serverKey } = await member.call('/member/device/push', {});
    expect(device).toMatchObject({ binding, isPrivate: true, test: null });
    expect(serverKey).toBe(server.secrets.vapidKeys.publicKey);
  });

  it('takes the place of the one that its install had', async () => {
    const member = await registered();
    const [first] = await tokensOf(member.id);
    await member.call('/member/device/push-set', subscription());
    const [second, ...more] = await tokensOf(member.id);
    expect([more, second?.id === first?.id]).toEqual([[], false]);
    const left = await subscriptions();
    expect([left.includes(first?.id ?? ''), left.includes(second?.id ?? '')]).toEqual([false, true]);
  });

  it.each([
    ['of a service that nobody knows', { endpoint: 'https://evil.example/a' }],
    ['of our own network', { endpoint: 'https://10.0.0.1/a' }],
    ['of this machine', { endpoint: 'http://127.0.0.1:5432/a' }],
    ['that is half a subscription', { auth: undefined }],
    ['of a shell where there is no service for shells', { endpoint: undefined, fcmToken: 'a'.repeat(40) }],
  ])('%s is refused', async (_, more) => {
    const member = await server.member();
    const given = subscription(more);
    expect(await member.refuse('/member/device/push-set', given)).toBe('PUSH_SERVICE_UNKNOWN');
    expect(await tokensOf(member.id)).toEqual([]);
  });

  it('is one of ten of a member at most; the one that was refreshed longest ago gives way', async () => {
    const member = await registered();
    const [oldest] = await tokensOf(member.id);
    for (let n = 0; n < 10; n += 1) {
      await server.database.setClock(`${n + 1} minutes`);
      const client = await signInElsewhere(member, String(n).padStart(32, '2'));
      await client.send('/member/device/push-set', subscription());
    }
    const rows = await tokensOf(member.id);
    expect(rows).toHaveLength(10);
    expect(rows.map(({ id }) => id)).not.toContain(oldest?.id);
  });

  it('of before today that is still used gives way to none of today: a thief cannot crowd it out', async () => {
    const member = await registered();
    const [used] = await tokensOf(member.id);
    for (let n = 0; n < 12; n += 1) {
      await server.database.setClock(`2 days ${n} minutes`);
      const client = await signInElsewhere(member, String(n).padStart(32, '5'));
      await client.send('/member/device/push-set', subscription());
    }
    const rows = await tokensOf(member.id);
    expect(rows).toHaveLength(10);
    expect(rows.map(({ id }) => id)).toContain(used?.id);
  });

  it('of one install stays one, however often it registers another address', async () => {
    const member = await registered();
    for (let n = 0; n < 15; n += 1) await member.call('/member/device/push-set', subscription());
    const [left, ...more] = await tokensOf(member.id);
    expect([left !== undefined, more]).toEqual([true, []]);
    const outcomes = [];
    for (let n = 0; n < 10; n += 1)
      outcomes.push((await member.send('/member/device/push-set', subscription())).outcome);
    expect(outcomes.at(-1)).toBe('RATE_LIMITED');
  });

  it('that nobody has refreshed for half a year is deleted', async () => {
    const member = await registered();
    await server.database.setClock('179 days');
    await sweepTokens(db);
    expect(await tokensOf(member.id)).toHaveLength(1);
    await server.database.setClock('181 days');
    await sweepTokens(db);
    expect(await tokensOf(member.id)).toEqual([]);
  });
});

describe('a message', () => {
  it('says what happened to which order: neither who, nor how much, nor which account', async () => {
    const member = await registered();
    const extra = { ...order, payer: '王小明', paidBank: '玉山 808', amount: 3000, userId: '77' };
    expect(await tell(member, 'orderPaid', { extra })).toEqual([{ is: 'sent' }]);
    const [{ message } = { message: undefined }] = sent;
    expect(message?.payload).toEqual({
      data: { type: 'orderPaid', seq: expect.any(String), orderId: '501', binding: expect.any(String) },
      notification: { title: '買家已付款，請到銀行查帳', body: '訂單 HF-1' },
    });
    // The binding and the topic are random: any digits may be in them.
    const words = JSON.stringify({ ...message?.payload.data, ...message?.payload.notification, binding: '' });
    expect(words).not.toMatch(/阿德|3000|王小明|玉山|808/);
    expect(message).toMatchObject({ urgency: 'high', topic: expect.stringMatching(/^[\w-]{32}$/) });
    expect(message?.topic).not.toContain('501');
  });

  it('says only that there is news where the app is locked by a PIN, or the member wants it so', async () => {
    const member = await registered({ isPrivate: '1', language: 'en' });
    await tell(member);
    expect(sent[0]?.message.payload.notification).toEqual({ title: 'Holdfast has news for you', body: '' });
  });

  const signIn = {
    device: 'Chrome · Windows',
    place: '臺北市',
    network: '203.0.113.0/24',
    when: '2026-11-24T14:01:00.000Z',
  };

  it.each([
    ['zh-TW', '帳號已登入', '臺北市 · Chrome · Windows\n台北時間 11月24日 22:01', '這不是我'],
    [
      'en',
      'Signed in to your account',
      '臺北市 · Chrome · Windows\n24 Nov, 22:01, Taipei time',
      'This was not me',
    ],
  ] as const)(
    'about a sign-in says in %s where, on what and when it was, with a way to say that it was somebody else',
    async (language, title, body, notMe) => {
      const member = await registered({ language });
      await tell(member, 'userNormalLogin', { extra: signIn });
      expect(sent[0]?.message.payload.notification).toEqual({ title, body, notMe });
      expect(JSON.stringify(sent)).not.toContain('203.0.113');
    },
  );

  it('about a sign-in from an unknown place names no network, and is as long as any other', async () => {
    const member = await registered();
    await tell(member, 'userForcedLogout', { extra: { ...signIn, place: '', device: '—' } });
    await tell(member, 'userForcedLogout', { extra: { ...signIn, place: '長'.repeat(500) } });
    const [unknown, long] = sent.map(({ message }) => message.payload);
    expect(unknown?.notification).toMatchObject({
      body: '地點不明 · 不明的裝置\n台北時間 11月24日 22:01',
      notMe: '這不是我',
    });
    expect(Buffer.byteLength(JSON.stringify(long))).toBeLessThan(1024);
  });

  it('that may say nothing still says that it is about the safety of the account', async () => {
    const member = await registered({ isPrivate: '1' });
    await tell(member, 'userNormalLogin', { extra: signIn });
    expect(sent[0]?.message.payload.notification).toEqual({ title: '帳號安全通知', body: '' });
  });

  it.each([
    ['safety', 'high', '帳號安全通知'],
    ['news', 'normal', '穩付有新的通知'],
  ])(
    'of a broadcast of the kind %s is of %s urgency, and a locked device says %j',
    async (kind, urgency, title) => {
      const extra = { broadcastId: '1', kind };
      const open = await registered();
      await tell(open, 'broadcast', { extra });
      const locked = await registered({ isPrivate: '1' });
      await tell(locked, 'broadcast', { extra });
      const [first, second] = sent.map(({ message }) => message);
      expect([first?.urgency, second?.urgency]).toEqual([urgency, urgency]);
      expect(first?.payload.notification).toMatchObject({ title: expect.stringContaining('公告'), body: '' });
      expect(second?.payload.notification).toEqual({ title, body: '' });
    },
  );

  it('brings what the app was asked to show at once, as texts', async () => {
    const member = await registered({ language: 'en' });
    await tell(member, 'merchantBindReview', { extra: { reviewSuccess: true } });
    await tell(member, 'userBankCardReview', { extra: { bankCardStatus: 'Approved', account: '8081234' } });
    await tell(member, 'somethingNew', { extra: {} });
    expect(sent.map(({ message }) => message.payload)).toMatchObject([
      { data: { reviewSuccess: 'true' }, notification: { title: 'Result of your platform binding' } },
      { data: { bankCardStatus: 'Approved' }, notification: { title: 'Result of your bank account review' } },
      { data: { type: 'somethingNew' }, notification: { title: 'Holdfast has news for you' } },
    ]);
    expect(JSON.stringify(sent)).not.toContain('8081234');
  });

  it('is kept by a push service no longer than it helps, and not sent at all after that', async () => {
    const member = await registered();
    const { rows } = await sql<{ now: Date }>`select platform.app_now() as now`.execute(owner);
    const { now } = defined(rows[0], 'a select of one row');
    const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
    await tell(member, 'orderLock', { extra: { ...order, deadlineDate: inMinutes(15) } });
    await tell(member, 'orderLock', { extra: { ...order, deadlineDate: inMinutes(-1) } });
    await tell(member, 'orderFinish');
    const ttls = sent.map(({ message }) => message.ttlSeconds);
    expect(ttls).toHaveLength(2);
    expect(ttls[0]).toBeGreaterThan(14 * 60);
    expect(ttls[0]).toBeLessThanOrEqual(15 * 60);
    expect(ttls[1]).toBeGreaterThan(23 * 3600);
  });

  it('replaces at its push service what it supersedes alone: whoever writes a line takes no turn off a phone that is off', async () => {
    const member = await registered();
    const other = { extra: { ...order, orderId: '502' } };
    const types = ['orderPaid', 'orderMessage', 'orderOutage', 'orderCase', 'orderFinish', 'orderMessage'];
    for (const type of types) await tell(member, type);
    await tell(member, 'orderPaid', other);
    const [paid, line, outage, late, finish, lineAgain, paidOther] = sent.map(({ message }) => message.topic);
    expect([finish, lineAgain]).toEqual([paid, line]);
    expect(new Set([paid, line, outage, late, paidOther]).size).toBe(5);
  });

  it('is not sent to the install that has caused it', async () => {
    const member = await registered();
    const { rows } = await sql<{ key: Buffer }>`
      select install_key as key from push.token where member_id = ${member.id}`.execute(owner);
    const causeInstall = defined(rows[0], 'a token').key;
    expect(await tell(member, 'phraseChanged', { extra: {}, causeInstall })).toEqual([{ is: 'skipped' }]);
    expect(sent).toEqual([]);
    await tell(member, 'phraseChanged', { extra: {}, causeInstall: Buffer.alloc(32, 9) });
    expect(sent).toHaveLength(1);
  });
});

describe('an address', () => {
  it('that its service no longer knows is forgotten', async () => {
    const member = await registered();
    outcome = { is: 'gone' };
    expect(await tell(member)).toEqual([{ is: 'gone' }]);
    expect(await tokensOf(member.id)).toEqual([]);
    expect((await member.call('/member/device/push', {})).device).toBeNull();
  });

  it('at which five messages in a row are refused is given up, and one that is taken begins the count anew', async () => {
    const member = await registered();
    const refused: Outcome = { is: 'refused', reason: 'answered 403' };
    for (const next of [refused, refused, refused, refused, { is: 'sent' } as Outcome]) {
      outcome = next;
      expect(await tell(member)).toEqual([next]);
    }
    outcome = refused;
    for (let n = 0; n < 4; n += 1) expect(await tell(member)).toEqual([refused]);
    expect(await tell(member)).toEqual([{ is: 'gone' }]);
    expect(await tokensOf(member.id)).toEqual([]);
  });

  it('is left alone while its service does not work', async () => {
    const member = await registered();
    for (const next of [
      { is: 'down', reason: 'ECONNREFUSED' },
      { is: 'failed', reason: '500' },
    ] as const) {
      outcome = next;
      expect(await tell(member)).toEqual([next]);
    }
    expect(await tokensOf(member.id)).toHaveLength(1);
  });
});

describe('who owns an address', () => {
  it('is nobody after a sign-out: nothing more is sent there', async () => {
    const member = await registered();
    await member.call('/member/sign-out/{account}', {});
    expect(await tokensOf(member.id)).toEqual([]);
    expect(await tell(member)).toEqual([]);
  });

  it('is whoever registered it last; the other is told, and gets nothing more there', async () => {
    const first = await server.member();
    const given = subscription();
    await first.call('/member/device/push-set', given);
    const second = await server.member();
    await second.call('/member/device/push-set', given);
    expect([await tokensOf(first.id), (await tokensOf(second.id)).length]).toEqual([[], 1]);
    const { items } = await first.call('/member/notification/list', { newestFirst: '1' });
    expect(items[0]).toMatchObject({ type: 'pushMoved', title: '一台裝置的推播已改給另一個帳號' });
    expect(await tell(first)).toEqual([]);
  });

  it('is whoever signs in on the device: what the member before had there ends, also without a sign-out', async () => {
    const installId = 'c'.repeat(32);
    const [first, second] = [await server.member(), await server.member()];
    const device = await signInElsewhere(first, installId);
    await device.send('/member/device/push-set', subscription());
    await signInElsewhere(second, installId);
    expect(await tokensOf(first.id)).toEqual([]);
    expect(await typesOf(first.id)).toContain('pushMoved');
  });

  it('keeps, after a sign-in elsewhere, what concerns the safety of the account, and loses the rest', async () => {
    const member = await registered();
    await signInElsewhere(member, 'd'.repeat(32));
    expect((await tokensOf(member.id)).map(({ scope }) => scope)).toEqual(['safety']);
    await tell(member);
    expect(sent).toEqual([]);
    await tell(member, 'userForcedLogout', {
      extra: { device: 'Chrome' },
      causeInstall: Buffer.alloc(32, 9),
    });
    expect(sent.map(({ message }) => message.payload.data.type)).toEqual(['userForcedLogout']);
    await signInElsewhere(member, '1'.repeat(32)); // on the first install again
    const client = await signInElsewhere(member, '1'.repeat(32));
    expect((await client.send<{ device: unknown }>('/member/device/push', {})).data.device).toBeNull();
  });

  it('is nobody once another of the devices removes this one, but for the sign-in that led to it', async () => {
    const member = await registered();
    const client = await signInElsewhere(member, 'e'.repeat(32));
    const [{ id } = { id: '' }] = await tokensOf(member.id);
    // Written, and not sent yet: whoever breaks in is quick.
    const before = await write(member, 'userForcedLogout', { extra: {} });
    const { data } = await client.send<{ devices: { id: string; isCurrent: boolean }[] }>(
      '/member/security/devices',
      {},
    );
    const other = data.devices.find(({ isCurrent }) => !isCurrent);
    await client.send('/member/security/device-revoke', { id: other?.id });
    expect(await web.send(id, before, AbortSignal.timeout(1000))).toEqual({ is: 'sent' });
    expect(await tell(member, 'passwordChanged', { extra: {} })).toEqual([{ is: 'ended' }]);
    expect(await tokensOf(member.id)).toEqual([]);
  });

  it('is nobody once the session goes on under another token, until its app says anew where', async () => {
    const member = await registered(); // by whoever has a copy of the session, for example
    await member.call('/member/changepass/{account}', { password: PASSWORD, newPassword: 'Amber9reef' });
    expect(await tell(member)).toEqual([{ is: 'ended' }]);
    const own = subscription();
    await member.call('/member/device/push-set', own);
    expect(await tell(member)).toEqual([{ is: 'sent' }]);
    await member.call('/member/changepass/{account}', { password: 'Amber9reef', newPassword: PASSWORD });
    await member.call('/member/device/push-set', own);
    expect(await tokensOf(member.id)).toMatchObject([{ scope: 'all', ends_at: null }]);
  });

  it('is told of a freeze, and of nothing that comes after', async () => {
    const member = await registered();
    const client = await signInElsewhere(member, '7'.repeat(32));
    expect((await client.send('/member/security/freeze', {})).outcome).toBe('SUCCESS');
    const [row] = await tokensOf(member.id);
    expect(row?.ends_at).not.toBeNull();
    const notice = async () => {
      const { rows } = await sql<{ seq: bigint; type: string; at: Date }>`
        select seq, type, at from inbox.message where member_id = ${member.id} order by seq desc limit 1`.execute(
        owner,
      );
      return { memberId: member.id, extra: {}, ...defined(rows[0], 'a message') };
    };
    expect(await web.send(defined(row, 'a token').id, await notice(), AbortSignal.timeout(1000))).toEqual({
      is: 'sent',
    });
    await server.database.setClock('1 minute');
    expect(await tell(member, 'accountUnfrozen', { extra: {} })).toEqual([{ is: 'ended' }]);
    expect(await tokensOf(member.id)).toEqual([]);
  });
});

const failOn = (error: unknown) => expect.unreachable(String(error));

async function sendTests(): Promise<number> {
  const sends = createTestSends({ db, sender }, failOn);
  const begun = await sends.begin();
  await sends.end();
  return begun;
}

describe('a test message', () => {
  const testOf = async (member: TestMember) =>
    (await member.call('/member/device/push', {})).device?.test?.outcome;

  /** A member on an install of their own. */
  async function onInstall(digit: string) {
    const client = await signInElsewhere(await server.member(), digit.repeat(32));
    const given = subscription();
    await client.send('/member/device/push-set', given);
    const read = () => client.send<CallOutput<'/member/device/push'>>('/member/device/push', {});
    return {
      endpoint: given.endpoint,
      ask: () => client.send('/member/device/push-test', {}),
      outcome: async () => (await read()).data.device?.test?.outcome,
    };
  }

  it('that was asked for first is sent first', async () => {
    const [late, early] = [await onInstall('b'), await onInstall('c')];
    await early.ask();
    await server.database.setClock('1 second');
    await late.ask();
    for (const { endpoint } of [early, late])
      expect(await takeTests(db, 1)).toMatchObject([{ target: { endpoint } }]);
  });

  it('waits for none that gets no answer', async () => {
    const [late, early] = [await onInstall('8'), await onInstall('9')];
    await early.ask();
    await late.ask();
    const hanging = Promise.withResolvers<Outcome>();
    const slow = {
      send: (target: PushTarget) =>
        target.carrier === 'web' && target.endpoint === early.endpoint
          ? hanging.promise
          : Promise.resolve<Outcome>({ is: 'sent' }),
    };
    const sends = createTestSends({ db, sender: slow }, failOn);
    expect(await sends.begin()).toBe(2);
    await expect.poll(late.outcome).toBe('sent');
    expect(await early.outcome()).toBe('waiting');
    const third = await onInstall('a');
    await third.ask();
    expect(await sends.begin()).toBe(1);
    await expect.poll(third.outcome).toBe('sent');
    hanging.resolve({ is: 'failed', reason: 'no answer' });
    await sends.end();
    expect(await early.outcome()).toBe('unreachable');
  });

  it('whose worker has died ends as unreachable', async () => {
    const member = await registered();
    await member.call('/member/device/push-test', {});
    await takeTests(db, 10);
    await server.database.setClock('29 seconds');
    await sendTests();
    expect(await testOf(member)).toBe('waiting');
    await server.database.setClock('31 seconds');
    await sendTests();
    expect([await testOf(member), sent]).toEqual(['unreachable', []]);
  });

  it('goes past the queue, and what came of it can be read', async () => {
    const member = await registered();
    const { test } = await member.call('/member/device/push-test', {});
    const read = async () => (await member.call('/member/device/push', {})).device?.test;
    expect(await read()).toEqual({ id: test, outcome: 'waiting' });
    expect([await sendTests(), await sendTests()]).toEqual([1, 0]);
    expect(sent[0]?.message.payload).toMatchObject({
      data: { type: 'pushTest', testId: test },
      notification: { title: '測試通知' },
    });
    expect(await read()).toEqual({ id: test, outcome: 'sent' });
  });

  it.each([
    [{ is: 'down', reason: 'x' }, 'unreachable'],
    [{ is: 'refused', reason: 'x' }, 'refused'],
  ] as const)('that ends with %j is %s', async (next, expected) => {
    const member = await registered();
    await member.call('/member/device/push-test', {});
    outcome = next;
    await sendTests();
    expect((await member.call('/member/device/push', {})).device?.test?.outcome).toBe(expected);
  });

  it('to an address that is gone removes it, and one without an address is refused', async () => {
    const member = await registered();
    await member.call('/member/device/push-test', {});
    outcome = { is: 'gone' };
    await sendTests();
    expect((await member.call('/member/device/push', {})).device).toBeNull();
    expect(await member.refuse('/member/device/push-test', {})).toBe('PUSH_NOT_REGISTERED');
  });

  it('can be switched off with all others on this install, and on no other one', async () => {
    const member = await registered();
    const others = async ({ send }: { send: TestClient['send'] }) =>
      (await send<CallOutput<'/member/device/push'>>('/member/device/push', {})).data.others;
    const ofClient = (client: TestClient) => ({ send: client.send.bind(client) });
    expect(await others(ofClient(member.client))).toBe(0);
    const second = ofClient(await signInElsewhere(member, 'f'.repeat(32)));
    await second.send('/member/device/push-set', subscription());
    expect(await others(second)).toBe(1);
    await second.send('/member/device/push-remove', {});
    expect(await tokensOf(member.id)).toMatchObject([{ scope: 'safety', ends_at: null }]);
    expect((await second.send('/member/device/push', {})).data).toMatchObject({ device: null, others: 1 });
    await tell(member);
    await tell(member, 'passwordChanged', { extra: {} });
    expect(sent.map(({ message }) => message.payload.data.type)).toEqual(['passwordChanged']);
  });
});

async function typesOf(memberId: MemberId): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from inbox.message where member_id = ${memberId} order by seq`.execute(owner);
  return rows.map(({ type }) => type);
}
