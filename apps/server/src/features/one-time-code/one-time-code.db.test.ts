import { randomBytes } from 'node:crypto';
import { defined, type MemberId } from '@holdfast/kernel';
import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction, type Tx } from '#platform/db/db.ts';
import { readTicket } from '#platform/tickets/tickets.store.ts';
import { givePersonal } from '#testing/personal.ts';
import { codeSentTo, deviceHashOf, postedTo } from '#testing/posted.ts';
import { holdsDigits } from '#testing/holds-digits.ts';
import { PASSWORD, TestMember, type TestClient } from '#testing/test-client.ts';
import { freshMobile as serverMobile, testServer } from '#testing/test-server.ts';
import { deleteExpired } from '#platform/db/expired.store.ts';
import { pour, type Bucket } from '#platform/limits/buckets.store.ts';
import { networkBuckets } from '#platform/limits/networks.ts';
import { createMessages } from '#platform/messaging/messages.ts';
import { createOneTimeCodes } from './codes.ts';
import { deleteOldCodes } from './code.store.ts';

const server = await testServer();
const { database, secrets } = server;
const { db } = database;
const parts = { db, secrets };

type Send = CallInput<'/utils/otp/mobile/send'>;
type Sent = CallOutput<'/utils/otp/mobile/send'>;

const NETWORK_LIMIT = { capacity: 60, drainSeconds: 3600 };

let serial = 0;
/** A number of its own thousand, so that no test meets the budget of another. */
const freshMobile = () => `+8869${String((serial += 1)).padStart(5, '0')}000`;
const visitor = () => server.visitor({ address: `203.0.${(serial += 1) >> 8}.${serial % 256}` });
const send = (client: TestClient, input: Send) => client.send<Sent>('/utils/otp/mobile/send', input);
const verify = (client: TestClient, id: string, typed: string) =>
  client.send<CallOutput<'/utils/otp/mobile/verify'>>('/utils/otp/mobile/verify', { id, code: typed });
const otherThan = (right: string) => (right === '000000' ? '000001' : '000000');

const oneTimeCodes = () =>
  createOneTimeCodes({
    secrets,
    messages: createMessages({ secrets, phraseOf: async () => undefined }),
    watch: server.watch,
  });

async function sentTo(client: TestClient, mobile: string) {
  const { data } = await send(client, { purpose: 'register', target: mobile });
  return { ...data, code: await codeSentTo(parts, mobile) };
}

async function giveMobile(account: string, mobile: string): Promise<void> {
  const { rows } = await sql<{ id: MemberId }>`
    select id::text from member.member where account = ${account}`.execute(database.owner);
  await givePersonal(database.owner, defined(rows[0], account).id, { mobile });
}

afterEach(() => database.setClock('0'));

describe('a code that was sent', () => {
  it('is exchanged once for a ticket of its purpose', async () => {
    const client = await visitor();
    const mobile = freshMobile();
    const before = Date.now();
    const sent = await sentTo(client, mobile);
    const sentAt = Date.parse(sent.resendAt) - 60_000; // the database's clock may be a little off this one
    expect(sentAt).toBeGreaterThan(before - 1000);
    expect(sentAt).toBeLessThan(Date.now() + 1000);
    const { data, outcome } = await verify(client, sent.id, sent.code);
    expect(outcome).toBe('SUCCESS');
    const deviceHash = deviceHashOf(client);
    const ticket = await inTransaction(db, (tx) =>
      readTicket(tx, data.ticket, { purpose: 'otp:register', deviceHash }),
    );
    expect(ticket).toEqual({ subject: mobile, data: { channel: 'mobile', target: mobile } });
    expect((await verify(client, sent.id, sent.code)).outcome).toBe('CODE_DEAD');
  });

  it('has a message with its purpose and a warning, in the requested language', async () => {
    const [chinese, english] = [freshMobile(), freshMobile()];
    await send(await visitor(), { purpose: 'register', target: chinese });
    await send(await visitor(), { purpose: 'register', target: english, lang: 'en' });
    const [zhTW] = await postedTo(parts, chinese);
    const [en] = await postedTo(parts, english);
    expect(zhTW?.text).toMatch(/註冊會員.*\d{6}.*5 分鐘.*不會向您索取/);
    expect(en?.text).toMatch(/\d{6}.*signing up.*5 minutes.*never ask/);
  });

  it('goes to the same number however it was typed', async () => {
    const client = await visitor();
    const mobile = freshMobile();
    const typed = mobile.replace('+886', '0');
    expect((await send(client, { purpose: 'register', target: typed })).outcome).toBe('SUCCESS');
    expect(await postedTo(parts, mobile)).toHaveLength(1);
    const again = await send(client, { purpose: 'register', target: mobile });
    expect(again.outcome).toBe('CODE_TOO_SOON');
  });

  it('is dead after five minutes', async () => {
    const client = await visitor();
    const sent = await sentTo(client, freshMobile());
    await database.setClock('5 minutes 1 second');
    expect((await verify(client, sent.id, sent.code)).outcome).toBe('CODE_DEAD');
  });

  it('is dead once a newer one was sent', async () => {
    const client = await visitor();
    const mobile = freshMobile();
    const older = await sentTo(client, mobile);
    await database.setClock('1 minute 1 second');
    const newer = await sentTo(client, mobile);
    expect((await verify(client, older.id, older.code)).outcome).toBe('CODE_DEAD');
    expect((await verify(client, newer.id, newer.code)).outcome).toBe('SUCCESS');
  });

  it('is refused on another device, and under the id of another code', async () => {
    const [client, other] = [await visitor(), await visitor()];
    const [mine, theirs] = [await sentTo(client, freshMobile()), await sentTo(other, freshMobile())];
    expect((await verify(other, mine.id, mine.code)).outcome).toBe('CODE_DEAD');
    expect((await verify(other, theirs.id, mine.code)).outcome).toBe('CODE_WRONG');
    expect((await verify(client, mine.id, mine.code)).outcome).toBe('SUCCESS');
  });

  it('counts one try for a retry of the same command', async () => {
    const client = await visitor();
    const sent = await sentTo(client, freshMobile());
    const wrong = { id: sent.id, code: otherThan(sent.code) };
    const rid = 'A'.repeat(22);
    for (let round = 0; round < 7; round += 1) {
      const reply = await client.send('/utils/otp/mobile/verify', wrong, {}, { rid });
      expect(reply).toMatchObject({ outcome: 'CODE_WRONG', data: { triesLeft: 4 } });
    }
  });

  it('is compared with five of a hundred concurrent guesses', async () => {
    const sent = await sentTo(await visitor(), freshMobile());
    const { rows } = await sql<{ device_hash: Buffer }>`
      select device_hash from member.one_time_code where id = ${sent.id}`.execute(db);
    const deviceHash = rows[0]?.device_hash ?? Buffer.alloc(32);
    const origin = { address: '203.0.113.1' };
    const guess = (typed: string) =>
      oneTimeCodes().checkCode({ db, origin, deviceHash }, { id: sent.id, code: typed });
    const verdicts = await Promise.all(Array.from({ length: 100 }, () => guess(otherThan(sent.code))));
    const left = verdicts.flatMap((it) => (it.kind === 'wrong' ? [it.triesLeft] : []));
    expect(left.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
    expect(verdicts.filter((it) => it.kind === 'dead')).toHaveLength(96);
    expect(await guess(sent.code)).toEqual({ kind: 'dead' });
  });

  it('is accepted once of many concurrent right tries', async () => {
    const client = await visitor();
    const sent = await sentTo(client, freshMobile());
    const replies = await Promise.all(Array.from({ length: 4 }, () => verify(client, sent.id, sent.code)));
    expect(replies.filter((reply) => reply.outcome === 'SUCCESS')).toHaveLength(1);
  });
});

describe('too many codes', () => {
  it('are refused for one number: one a minute, five an hour, with the time of the next', async () => {
    const client = await visitor();
    const mobile = freshMobile();
    for (let minute = 0; minute < 5; minute += 1) {
      await database.setClock(`${minute * 2} minutes`);
      expect((await send(client, { purpose: 'register', target: mobile })).outcome).toBe('SUCCESS');
      const soon = await send(await visitor(), { purpose: 'register', target: mobile });
      expect(soon.outcome).toBe(minute < 4 ? 'CODE_TOO_SOON' : 'CODE_LIMIT');
    }
    await database.setClock('59 minutes 30 seconds');
    const sixth = await send(client, { purpose: 'register', target: mobile });
    expect(sixth.outcome).toBe('CODE_LIMIT');
    expect(sixth.data).toHaveProperty('until');
    await database.setClock('60 minutes 5 seconds');
    expect((await send(client, { purpose: 'register', target: mobile })).outcome).toBe('SUCCESS');
  });

  it('are limited to one, of many concurrent requests for one number', async () => {
    const mobile = freshMobile();
    const clients = await Promise.all(Array.from({ length: 8 }, visitor));
    const replies = await Promise.all(clients.map((it) => send(it, { purpose: 'register', target: mobile })));
    expect(replies.filter((reply) => reply.outcome === 'SUCCESS')).toHaveLength(1);
    expect(await postedTo(parts, mobile)).toHaveLength(1);
  });

  /** Fills buckets so far that one more code has room. */
  const fill = (name: string, buckets: readonly Bucket[]) =>
    inTransaction(db, (tx) =>
      pour(
        tx,
        buckets.filter((bucket) => bucket.name.endsWith(name)),
        {
          weight: (buckets.find((bucket) => bucket.name.endsWith(name))?.capacity ?? 0) - 1,
        },
      ),
    );
  const NETWORK = { capacity: 60, drainSeconds: 3600 };
  const BLOCK = { name: 'codes anybody block +886955555', capacity: 30, drainSeconds: 3600 };

  it.each([
    [
      'one IPv4 address',
      '203.0.113.200',
      '203.0.113.200',
      networkBuckets('codes to addresses', '203.0.113.200', NETWORK),
    ],
    ['one IPv4 /24', '203.0.113.200', '0/24', networkBuckets('codes to addresses', '203.0.113.200', NETWORK)],
    [
      'one IPv6 /48',
      '2001:db8:200::1',
      '/48',
      networkBuckets('codes to addresses', '2001:db8:200::1', NETWORK),
    ],
    ['a thousand neighbouring numbers', '203.0.113.200', BLOCK.name, [BLOCK]],
  ])('are refused for %s until some have leaked out', async (_, address, name, buckets) => {
    await fill(name, buckets);
    const client = await server.visitor({ address });
    let last = 0;
    const next = () => `+886955555${String((last += 1)).padStart(3, '0')}`;
    expect((await send(client, { purpose: 'register', target: next() })).outcome).toBe('SUCCESS');
    const over = await send(client, { purpose: 'register', target: next() });
    expect(over.outcome).toBe('CODE_LIMIT');
    const until = (over.data as unknown as { until: string }).until;
    expect(Date.parse(until) - Date.now()).toBeLessThan(130_000);
    await database.setClock('3 minutes');
    expect((await send(client, { purpose: 'register', target: next() })).outcome).toBe('SUCCESS');
    await sql`delete from platform.bucket`.execute(database.owner);
    await sql`delete from member.one_time_code`.execute(database.owner);
  });

  it('slow strangers down when all of them together ask for very many, and warn once', async () => {
    // Far from the other tests: whether the breaker is open is known for some seconds.
    await database.setClock('3 hours');
    await sql`
      insert into member.one_time_code (id, purpose, channel, subject_key, target_key, sealed, device_hash, code_hash, pool, expires_at)
      select gen_random_uuid(), 'register', 'mobile', ${randomBytes(33)}, ${randomBytes(33)}, ''::bytea, ${randomBytes(32)}, ${randomBytes(32)},
             'anonymous', platform.app_now()
      from generate_series(1, 5000)`.execute(database.owner);
    const lines = server.logLines.length;
    const client = await server.visitor({ address: '198.18.7.7' });
    let number = 900;
    const next = () => send(client, { purpose: 'register', target: `+886966${(number += 1)}000` });
    const outcomes: string[] = [];
    for (let n = 0; n < 7; n += 1) outcomes.push((await next()).outcome);
    expect(outcomes).toEqual([...Array<string>(6).fill('SUCCESS'), 'CODE_LIMIT']);
    const warned = server.logLines.slice(lines).filter((line) => line.includes('codes: breaker'));
    expect(warned).toHaveLength(1);
    await sql`delete from platform.bucket`.execute(database.owner);
    await sql`delete from member.one_time_code`.execute(database.owner);
  });
});

it('a code to a stranger waits for no other stranger in another network whose transaction has not ended', async () => {
  const ask = (tx: Tx, address: string) => {
    const mobile = freshMobile();
    return oneTimeCodes().sendCode(tx, {
      purpose: 'register',
      channel: 'mobile',
      target: mobile,
      subject: mobile,
      asker: { kind: 'anonymous' },
      deviceHash: randomBytes(32),
      origin: { address, place: { name: '', network: '' } },
    });
  };
  await inTransaction(db, async (tx) => {
    await ask(tx, '198.18.8.1');
    const sent = await inTransaction(db, (other) => ask(other, '198.18.9.1'));
    expect(sent.id).toBeTruthy();
  });
});

describe('the limits of one kind of caller', () => {
  const INSTALL = '1'.repeat(32);
  const forgotten = (client: TestClient, account: string, installId?: string) =>
    send(client, { purpose: 'forgotten', account, channel: 'mobile', ...(installId && { installId }) });
  let net = 0;
  /** Somebody in a network of nobody else. */
  const stranger = () => server.visitor({ address: `198.18.${(net += 1)}.9` });
  /** Uses up what strangers may ask for an account. */
  const drain = async (account: string) => {
    for (let n = 0; n < 6; n += 1) {
      await database.setClock(`${n * 2} minutes`);
      await forgotten(await stranger(), account);
    }
    await database.setClock('14 minutes');
  };

  it('are not those of an install that the account knows', async () => {
    const mobile = serverMobile();
    const member = await server.member({ mobile });
    await drain(member.account);
    expect(await postedTo(parts, mobile)).toHaveLength(5);
    const reply = await forgotten(await stranger(), member.account, INSTALL);
    expect(reply.outcome).toBe('SUCCESS');
    expect(await postedTo(parts, mobile)).toHaveLength(6);
  });

  it('are not those of a session', async () => {
    const mobile = serverMobile();
    const member = await server.member({ mobile });
    await drain(member.account);
    const asked = { purpose: 'release', account: member.account, channel: 'mobile' } as const;
    expect((await send(member.client, asked)).outcome).toBe('SUCCESS');
    expect(await postedTo(parts, mobile)).toHaveLength(6);
  });

  it('are not those of a session on its own install, whatever another install or a copy of the session asks for', async () => {
    const mobile = serverMobile();
    const member = await server.member({ mobile });
    const { account, client: home } = member;
    const [thief, installId] = [await stranger(), '9'.repeat(32)];
    await thief.signIn(account, PASSWORD, installId); // has the password, and the account knows this install from now on
    await home.signIn(account, PASSWORD, INSTALL);
    const asked = { purpose: 'release', account, channel: 'mobile' } as const;
    for (let n = 0; n < 5; n += 1) {
      await database.setClock(`${n * 2} minutes`);
      expect((await forgotten(thief, account, installId)).outcome).toBe('SUCCESS');
      await database.setClock(`${n * 2 + 1} minutes`);
      expect((await send(home, asked)).outcome, 'a copy of the session does not know the install').toBe(
        'SUCCESS',
      );
    }
    await database.setClock('14 minutes');
    expect((await forgotten(thief, account, installId)).outcome).toBe('CODE_LIMIT');
    expect((await send(home, asked)).outcome).toBe('CODE_LIMIT');
    expect((await send(home, { ...asked, installId: INSTALL })).outcome).toBe('SUCCESS');
    await database.setClock('16 minutes');
    const change = await member.send('/member/mobile-change/create-verification', { mobile: serverMobile() });
    expect(change.outcome).toBe('SUCCESS');
  });

  it('are not those of an install that the account has come to know lately, for who has known it for days', async () => {
    const mobile = serverMobile();
    const { account } = await server.member({ mobile });
    await database.setClock('4 days');
    const installId = '8'.repeat(32);
    await (await stranger()).signIn(account, PASSWORD, installId);
    for (let n = 0; n < 6; n += 1) {
      await database.setClock(`4 days ${n * 2} minutes`);
      const { outcome } = await forgotten(await stranger(), account, installId);
      expect(outcome).toBe(n < 5 ? 'SUCCESS' : 'CODE_LIMIT');
    }
    expect((await forgotten(await stranger(), account, INSTALL)).outcome).toBe('SUCCESS');
    expect(await postedTo(parts, mobile)).toHaveLength(6);
    await sql`delete from platform.bucket`.execute(database.owner);
    await sql`delete from member.one_time_code`.execute(database.owner);
  });

  it('are not those of a network that the account has signed in from', async () => {
    const mobile = serverMobile();
    const member = await server.member({ mobile });
    await drain(member.account);
    const phone = await server.visitor({ address: member.client.address });
    expect((await forgotten(phone, member.account)).outcome).toBe('SUCCESS');
    expect(await postedTo(parts, mobile)).toHaveLength(6);
  });

  it('once reached answer as if the code had been sent, so they tell nobody who exists', async () => {
    const mobile = serverMobile();
    const member = await server.member({ mobile });
    await drain(member.account);
    const shapes = [];
    for (const account of [member.account, 'nobody0002']) {
      const { outcome, data } = await forgotten(await stranger(), account);
      shapes.push([outcome, Object.keys(data)]);
    }
    expect(shapes[0]).toEqual(shapes[1]);
    expect(shapes[0]?.[0]).toBe('SUCCESS');
    expect(await postedTo(parts, mobile)).toHaveLength(5);
  });

  it('by network are silent about accounts, and do not hold for a known install', async () => {
    const mobile = serverMobile();
    const member = await server.member({ mobile });
    const address = '198.18.200.1';
    await inTransaction(db, (tx) =>
      pour(tx, networkBuckets('codes to accounts', address, NETWORK_LIMIT), { weight: 60 }),
    );
    const client = await server.visitor({ address });
    expect((await forgotten(client, member.account)).outcome).toBe('SUCCESS');
    expect(await postedTo(parts, mobile)).toHaveLength(0);
    await database.setClock('61 seconds');
    await forgotten(client, member.account, INSTALL);
    expect(await postedTo(parts, mobile)).toHaveLength(1);
  });
});

describe('codes for accounts that nobody has, asked for from 300 IPv6 /64s of one /48', () => {
  const NETWORKS = 300;
  const AT_ONCE = 10;
  /** Far enough from each other that most have a /56 of their own, which would be full before the /48. */
  const APART = 200;
  let neighbours = NETWORKS;
  /** Somebody in one of them, or in another one of the same /48. */
  const inside = (n = (neighbours += 1)) =>
    server.visitor({ address: `2001:db8:a7:${(n * APART).toString(16)}::1` });
  const forgotten = (client: TestClient, account: string, installId?: string) =>
    send(client, { purpose: 'forgotten', account, channel: 'mobile', ...(installId && { installId }) });

  beforeAll(async () => {
    let asked = 0;
    const worker = async () => {
      while (asked < NETWORKS) {
        const n = (asked += 1);
        expect((await forgotten(await inside(n), `nobody${1000 + n}`)).outcome).toBe('SUCCESS');
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  });

  it.each([
    ['from a network of its own', () => visitor()],
    ['from one of those networks', () => inside()],
  ])('leave a registration %s its code', async (_, arrive) => {
    const mobile = freshMobile();
    const reply = await send(await arrive(), { purpose: 'register', target: mobile });
    expect(reply.outcome).toBe('SUCCESS');
    expect(await postedTo(parts, mobile)).toHaveLength(1);
  });

  it.each([
    ['from a known install', '1'.repeat(32)],
    ['from an install that nobody knows', undefined],
  ])('leave a recovery %s in one of those networks its code', async (_, installId) => {
    const mobile = serverMobile();
    const { account } = await server.member({ mobile });
    await forgotten(await inside(), account, installId);
    expect(await postedTo(parts, mobile)).toHaveLength(1);
  });

  it('leave a member in a session the codes for a release and for a change of the number', async () => {
    const [mobile, next] = [serverMobile(), serverMobile()];
    const client = await inside();
    const member = await TestMember.register(client, database, await server.registration(client, { mobile }));
    await send(client, { purpose: 'release', account: member.account, channel: 'mobile' });
    expect(await postedTo(parts, mobile)).toHaveLength(1);
    await member.call('/member/mobile-change/create-verification', { mobile: next });
    expect(await postedTo(parts, mobile)).toHaveLength(2);
    expect(await postedTo(parts, next)).toHaveLength(1);
  });
});

describe('a code for a member', () => {
  it('goes to the address the member has proven, and proves the account', async () => {
    const member = await server.member();
    const mobile = freshMobile();
    await giveMobile(member.account, mobile);
    const client = await visitor();
    const { data } = await send(client, { purpose: 'forgotten', account: member.account, channel: 'mobile' });
    const right = await codeSentTo(parts, mobile);
    const { data: proof } = await verify(client, data.id, right);
    const deviceHash = deviceHashOf(client);
    const use = { purpose: 'otp:forgotten', deviceHash };
    const ticket = await inTransaction(db, (tx) => readTicket(tx, proof.ticket, use));
    expect(ticket).toEqual({ subject: member.account, data: { channel: 'mobile', target: mobile } });
  });

  it('answers and refuses alike for an unknown account, and sends nothing', async () => {
    const member = await server.member();
    await giveMobile(member.account, freshMobile());
    const nowhere = async () =>
      (await sql`select from platform.message where channel = 'nowhere'`.execute(db)).rows.length;
    const before = await nowhere();
    const shapes = [];
    for (const account of [member.account, 'nobody0001']) {
      const client = await visitor();
      const asked = { purpose: 'forgotten', account, channel: 'mobile' } as const;
      const first = await send(client, asked);
      const again = await send(client, asked);
      const tries = [];
      for (let round = 0; round < 6; round += 1) {
        const { outcome, errorMessage } = await verify(client, first.data.id, '314159');
        tries.push([outcome, errorMessage]);
      }
      const seconds = (again.data as unknown as { seconds: number }).seconds;
      shapes.push([Object.keys(first.data), again.outcome, seconds > 30, tries]);
    }
    expect(shapes[0]).toEqual(shapes[1]);
    expect(await nowhere()).toBe(before + 1);
  });

  it('is silently not sent after five to the address, so that an address does not reveal its account', async () => {
    const member = await server.member();
    const mobile = freshMobile();
    await giveMobile(member.account, mobile);
    const client = await visitor();
    for (let minute = 0; minute < 5; minute += 1) {
      await database.setClock(`${minute * 2} minutes`);
      await send(client, { purpose: 'register', target: mobile });
    }
    const asked = await send(client, { purpose: 'forgotten', account: member.account, channel: 'mobile' });
    expect(asked.outcome).toBe('SUCCESS');
    expect(await postedTo(parts, mobile)).toHaveLength(5);
  });
});

it.each([
  [{ purpose: 'register' }],
  [{ purpose: 'register', target: '0212345678' }],
  [{ purpose: 'register', target: '+886912345678', account: 'someone01' }],
  [{ purpose: 'register', target: 'someone@mail.example' }],
  [{ purpose: 'forgotten', account: 'someone01' }],
  [{ purpose: 'forgotten', channel: 'mobile', target: '+886912345678' }],
  [{ purpose: 'mobile-change-new', target: '+886912345678' }],
  [{ purpose: 'register', target: '+886912345678', code: '123456' }],
] as const)('the call refuses %j', async (input) => {
  const reply = await send(await visitor(), input as unknown as Send);
  expect(reply.outcome).toBe('PARAMETERS_INVALID');
});

it('a code is in no row and no log line: only its keyed hash and the sealed message are stored', async () => {
  const mobile = freshMobile();
  const sent = await sentTo(await visitor(), mobile);
  const { rows } = await sql<{ line: string }>`
    select c::text as line from member.one_time_code c union all select encode(m.sealed, 'escape') from platform.message m
    union all select encode(answer, 'escape') from platform.command`.execute(database.owner);
  const everything = [...rows.map((row) => row.line), ...server.logLines].join('\n');
  expect(everything).toContain(sent.id);
  expect(holdsDigits(everything, sent.code)).toBe(false);
});

it('expired codes and budgets are deleted', async () => {
  await sentTo(await visitor(), freshMobile());
  await database.setClock('4 hours');
  await deleteOldCodes(db);
  await deleteExpired(db);
  const { rows } =
    await sql`select 1 from member.one_time_code union all select 1 from platform.bucket`.execute(db);
  expect(rows).toEqual([]);
});
