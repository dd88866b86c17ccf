import { randomUUID } from 'node:crypto';
import { callOf, isAnsweredAt, registry, type BuiltPath, type CallPath } from '@holdfast/contract/calls';
import { ERRORS } from '@holdfast/contract/errors';
import { fail } from '@holdfast/contract/errors';
import { toPairs } from '@holdfast/contract/wire';
import { defined } from '@holdfast/kernel';
import { makeRid, type OpenedRequest } from '@holdfast/secure-channel/node';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { sampleOf } from '#testing/sample-input.ts';
import { lockedOrder, paidInput } from '#testing/traders.ts';
import { PASSWORD, TRANSACTION_SECRET, TestClient } from '#testing/test-client.ts';
import { APP_FACTS, testServer } from '#testing/test-server.ts';
import { deleteExpired } from '#platform/db/expired.store.ts';
import { perMinute } from '#platform/limits/limits.ts';
import { createLog } from '#platform/log/log.ts';
import { endMaintenance, setMaintenance } from '#platform/maintenance/downtime.store.ts';
import { allCalls } from '#roles/gateway.ts';
import { handle, type CallTable } from './call-table.ts';
import { createPipeline } from './pipeline.ts';

const server = await testServer();
const { database } = server;

const table = allCalls({
  ...server,
  passwords: {} as never,
  printer: {} as never,
  appFacts: APP_FACTS,
  cardApproval: 'at-once',
  maintenance: { until: () => undefined, planned: () => undefined, message: () => undefined },
});
const handled = Object.keys(table) as BuiltPath[];

/** Calls that need a member's session. Those of operators have their own matrix beside the roles. */
const forMembers = handled.filter((path) =>
  callOf(path).who.some((who) => ['member', 'self', 'own'].includes(who)),
);

/** All that a refused call must not have changed. */
async function fingerprint(): Promise<unknown> {
  const { rows } = await sql`
    select (select md5(string_agg(o::text, '' order by id)) from orders.orders o) as orders,
           (select md5(string_agg(l::text, '' order by id)) from orders.listing l) as listings,
           (select md5(string_agg(a::text, '' order by id)) from ledger.account a) as accounts,
           (select md5(string_agg(c::text, '' order by id)) from bank.card c) as cards,
           (select md5(string_agg(m::text, '' order by id)) from member.member m) as members,
           (select md5(string_agg(c::text, '' order by member_id)) from member.credential c) as credentials,
           (select count(*) from member.session where ended_at is not null) as ended,
           (select count(*) from inbox.message) as messages`.execute(database.owner);
  return rows;
}

/** The pipeline alone, on calls of a test's own; nobody is signed in. */
function pipelineOf(calls: CallTable) {
  const pipeline = createPipeline({
    surface: 'member',
    db: database.db,
    table: calls,
    guards: null as never,
    limiter: {
      consume: async () => {},
      consumeOnce: async (_name, _limit, _key, count) =>
        void (await count({ counter: '', points: 1, windowMs: 1, isBlocked: false })),
    },
    secrets: server.secrets,
    audit: async () => {},
    log: createLog('silent'),
    assetsUrl: '',
    wakeRelay: () => {},
    maintenanceUntil: () => undefined,
    seeMember: () => {},
    turns: { run: (_key, work) => work() },
  });
  const origin = {
    address: '192.0.2.1',
    network: '192.0.2.1',
    place: { name: '', network: '' },
    userAgent: '',
  };
  return (request: OpenedRequest) => pipeline(request, origin);
}

/** A command as the channel hands it over, of a device that is not signed in. */
function openedRequest(bUrl: string, pairs: Readonly<Record<string, string>>): OpenedRequest {
  const request: Partial<OpenedRequest> = {
    method: 'POST',
    bUrl,
    pairs: new Map(Object.entries(pairs)),
    deviceHash: '0'.repeat(64),
    rid: makeRid(),
  };
  return request as OpenedRequest;
}

describe('the table of calls', () => {
  it('has a handler for every call with schemas, and only for those', () => {
    const withSchemas = (Object.keys(registry) as CallPath[]).filter((path) => callOf(path).schemas);
    expect(handled.toSorted()).toEqual(withSchemas.toSorted());
  });

  it('has a limit shared by all processes for every write', () => {
    const loose = handled.filter(
      (path) => callOf(path).kind === 'write' && table[path]?.limit.store !== 'shared',
    );
    expect(loose).toEqual([]);
  });
});

describe('the guards', () => {
  it('refuse every call that needs a session without a proof, with an unknown one, and from another device', async () => {
    const member = await server.member();
    const visitor = await server.visitor();
    for (const path of forMembers) {
      const params = { account: member.account, id: '1' };
      expect(await visitor.send(path, {}, params), path).toMatchObject({
        outcome: 'NOT_SIGNED_IN',
        data: { reason: 'none' },
      });
      const unknown = { device: visitor.device, checksum: 'ab'.repeat(32) };
      expect((await visitor.send(path, {}, params, { proof: unknown })).outcome, path).toBe(
        'LOGIN_RECORD_NOT_FOUND',
      );
      const stolen = { device: visitor.device, checksum: member.client.proof?.checksum ?? '' };
      expect((await visitor.send(path, {}, params, { proof: stolen })).outcome, path).toBe(
        'LOGIN_RECORD_NOT_FOUND',
      );
    }
  });

  it('refuse every call that needs a session, with valid input, for every caller that it is not for', async () => {
    const { seller, listing, order } = await lockedOrder(server);
    const [stranger, visitor] = [await server.member(), await server.visitor()];
    const inputs: Readonly<Partial<Record<BuiltPath, object>>> = {
      '/order/detail': { orderId: order.orderId },
      '/order/paid': { ...paidInput(order), proofFileId: 'A'.repeat(22) },
      '/order/cancel': { orderId: order.orderId, version: '1', notPaid: '1', reason: 'other' },
      '/order/release': { orderId: order.orderId, version: '1' },
      '/listing/close': { listingId: listing.id, version: '1' },
      '/member/get-member-sort-code': { account: seller.account },
    };
    const before = await fingerprint();
    const cases = forMembers.flatMap((path) => {
      const isOwn = callOf(path).who.includes('own') || path === '/listing/close';
      const isSelf = callOf(path).who.includes('self') && path.includes('{account}');
      return [
        { path, client: visitor, account: seller.account, refusals: ['NOT_SIGNED_IN'] },
        { path, client: visitor, account: 'nobody99', refusals: ['NOT_SIGNED_IN'] },
        ...(isSelf ? [seller.account, 'nobody99'] : []).map((account) => {
          return { path, client: stranger.client, account, refusals: ['MEMBER_NOT_FOUND'] };
        }),
        ...(isOwn
          ? [
              {
                path,
                client: stranger.client,
                account: '',
                refusals: [
                  'LISTING_NOT_FOUND',
                  'ORDER_NOT_FOUND',
                  'FILE_NOT_FOUND',
                  'MEMBER_NOT_FOUND',
                  'PAY_ACCOUNT_NOT_FOUND',
                ],
              },
            ]
          : []),
      ];
    });
    for (const { path, client, account, refusals } of cases) {
      const schema = defined(callOf(path).schemas, `${path} is built`).input;
      const input = inputs[path] ?? (sampleOf(schema) as object);
      const options = callOf(path).secret ? { secret: TRANSACTION_SECRET } : {};
      const { outcome } = await client.send(path, input, { account, id: '1' }, options);
      expect(refusals, `${path} as ${account}`).toContain(outcome);
    }
    expect(await fingerprint(), 'a refused call has no effect').toEqual(before);
  });

  it('say that a call that is not built is unknown, and that one of partners is for another role', async () => {
    const { client } = await server.member();
    expect((await client.send('/api/v1/members/deposit-qrcode', {})).outcome).toBe('CALL_UNKNOWN');
    expect((await client.send('/member/partner/batch-login', {})).outcome).toBe('ROLE_NOT_ALLOWED');
    const unknown = client.session.sealRequest({
      endpoint: '/proxypost',
      bUrl: '/no/such/call',
      pairs: {},
      now: Date.now(),
    });
    const { payload } = await server.app.inject({
      method: 'POST',
      url: '/proxypost',
      headers: { 'content-type': 'application/json' },
      payload: unknown.body,
    });
    expect(unknown.open(payload)).toMatchObject({
      body: expect.stringContaining(`"errorCode":${ERRORS.CALL_UNKNOWN.code}`),
    });
  });

  it('name the invalid fields', async () => {
    const member = await server.member();
    const reply = await member.send('/listing/mine', { scope: 'all' } as never);
    expect(reply).toMatchObject({ outcome: 'PARAMETERS_INVALID', data: { fields: ['scope'] } });
    const { account } = member;
    const more = { userLevel: '9', color: 'red' };
    const unlisted = await member.client.send('/member/info/{account}', {}, { account }, { more });
    expect(unlisted).toMatchObject({
      outcome: 'PARAMETERS_INVALID',
      data: { fields: ['userLevel', 'color'] },
    });
  });

  it('refuse a text that the database cannot store', async () => {
    const visitor = await server.visitor();
    const reply = await visitor.signIn('nul\0nul', PASSWORD);
    expect(reply).toMatchObject({ outcome: 'PARAMETERS_INVALID', data: { fields: ['account'] } });
  });

  // Every process looks at the setting every two seconds.
  it(
    'let only checkVersion through during maintenance, and say when it ends',
    { timeout: 60_000 },
    async () => {
      const visitor = await server.visitor();
      const node = await server.startNode();
      const elsewhere = await TestClient.connect(node, server.secrets, '203.0.113.90');
      const { owner } = server.database;
      await setMaintenance(owner, { from: new Date(), until: new Date('2031-01-01T00:00:00Z') });
      const during = { outcome: 'MAINTENANCE', data: { until: '2031-01-01T00:00:00.000Z' } };
      for (const client of [visitor, elsewhere]) {
        await expect.poll(() => client.signIn('nobody99', PASSWORD), { interval: 500 }).toMatchObject(during);
        const version = await client.send('/member/checkVersion', { version: '0.1.0', platform: 'web' });
        expect(version).toMatchObject({ outcome: 'SUCCESS', data: { maintenanceUntil: during.data.until } });
      }
      await endMaintenance(owner);
      await expect
        .poll(async () => (await visitor.signIn('nobody98', PASSWORD)).outcome, { interval: 500 })
        .toBe('SIGN_IN_FAILED');
    },
  );

  it('rate-limit a call and say how long to wait', async () => {
    const visitor = await server.visitor({ address: '203.0.113.77' });
    const ask = () => visitor.send('/member/check-duplicate/account-and-nickname', { account: 'whoever1' });
    const replies = await Promise.all(Array.from({ length: 62 }, ask));
    expect(replies.filter((reply) => reply.outcome === 'RATE_LIMITED')).toHaveLength(2);
    expect(replies.find((reply) => reply.outcome === 'RATE_LIMITED')?.data).toMatchObject({
      seconds: expect.any(Number),
    });
  });
});

/** What only the product decides. A call that asks a member for one of these would let members decide it. */
const OURS_TO_DECIDE: readonly string[] = [
  'userLevel level role realNameStatus bankCardStatus status state platformBinding loginForbidden frozenAt',
  'balance available fee payTwd isOwner owner ownerId memberId payerId payeeId duty deadlineDate registeredAt',
].flatMap((names) => names.split(' '));

/** Those, and every column there is, as the database writes it and as a payload would. */
async function temptingNames(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct column_name as name from information_schema.columns
    where table_schema not in ('pg_catalog', 'information_schema')`.execute(database.owner);
  const columns = rows.flatMap(({ name }) => [
    name,
    name.replaceAll(/_(.)/g, (_, at: string) => at.toUpperCase()),
  ]);
  return [...new Set([...OURS_TO_DECIDE, 'isAdmin', '__proto__', 'constructor', ...columns])];
}

const inputOf = (path: BuiltPath) => defined(callOf(path).schemas, `${path} is built`).input;
const listedBy = (path: BuiltPath) => Object.keys((inputOf(path)._zod.def as { shape?: object }).shape ?? {});

/** A copy of `value` in which every record below it has one field more. */
function withField(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withField(one, name));
  const fields = Object.entries(value).map(([key, one]) => [key, withField(one, name)]);
  return Object.fromEntries([...fields, [name, '1']]);
}

describe('a field that a call does not list', () => {
  it('is never one that only the product decides, in calls of members', () => {
    const open = handled.filter((path) => !callOf(path).who.every((who) => who.startsWith('op:')));
    const asked = open.flatMap((path) => listedBy(path).map((name) => ({ path, name })));
    expect(asked.filter(({ name }) => OURS_TO_DECIDE.includes(name))).toEqual([]);
  });

  it('is refused by every schema, at any depth, whatever its name', async () => {
    const names = await temptingNames();
    expect(names.length).toBeGreaterThan(200);
    for (const path of handled) {
      const sample = sampleOf(inputOf(path)) as object;
      const parse = (input: object) => inputOf(path).safeParse(Object.fromEntries(toPairs(input)));
      expect(parse(sample).success, path).toBe(true);
      const sampled = [...JSON.stringify(sample).matchAll(/"(\w+)":/g)].map(([, key = '']) => key);
      const known = new Set([...listedBy(path), ...sampled]);
      const through = names.filter((name) => {
        if (known.has(name)) return false;
        const below = Object.entries(sample).map(([key, value]) => [key, withField(value, name)] as const);
        return [[...Object.entries(sample), [name, '1'] as const], below].some((entries) => {
          const parsed = parse(Object.fromEntries(entries));
          return parsed.success && JSON.stringify(parsed.data).includes(`"${name}":`);
        });
      });
      expect(through, path).toEqual([]);
    }
  });

  it('makes every call fail before it has any effect', async () => {
    const member = await server.member();
    const atConsole = await server.visitor({ at: 'console' });
    const operator = await server.operator('admin');
    const clientFor = (path: CallPath) => {
      if (isAnsweredAt('member', callOf(path))) return member.client;
      return callOf(path).who.includes('console') ? atConsole : operator;
    };
    const before = await fingerprint();
    for (const path of handled) {
      const client = clientFor(path);
      const listed = listedBy(path);
      const names = OURS_TO_DECIDE.filter((name) => !listed.includes(name));
      const options = {
        more: Object.fromEntries(names.map((name) => [name, '9'])),
        ...(callOf(path).secret && { secret: TRANSACTION_SECRET }),
      };
      const params = { account: member.account, id: '1' };
      const reply = await client.send(path, sampleOf(inputOf(path)) as object, params, options);
      expect(reply, path).toMatchObject({ outcome: 'PARAMETERS_INVALID' });
    }
    expect(await fingerprint()).toEqual(before);
  });
});

describe('a command', () => {
  it('without a RID is refused, and so is a malformed one', async () => {
    const visitor = await server.visitor();
    const reply = await visitor.send(
      '/member/register',
      await server.registration(visitor),
      {},
      { rid: null },
    );
    expect(reply).toMatchObject({ outcome: 'PARAMETERS_INVALID', data: { fields: ['RID'] } });
  });

  it('retried with the same RID gets the same answer, byte for byte, and has one effect (idempotency)', async () => {
    const visitor = await server.visitor();
    const input = await server.registration(visitor);
    const rid = makeRid();
    const first = await visitor.send('/member/register', input, {}, { rid });
    const second = await visitor.send('/member/register', input, {}, { rid });
    expect(first.outcome).toBe('SUCCESS');
    expect(second).toEqual(first);
  });

  it('sent twice at once runs once: the duplicate waits and gets the stored answer', async () => {
    const visitor = await server.visitor();
    const input = await server.registration(visitor);
    const rid = makeRid();
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => visitor.send('/member/register', input, {}, { rid })),
    );
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(replies[0]?.outcome).toBe('SUCCESS');
  });

  it('that finds its ticket redeemed by its own duplicate gets the stored answer of the duplicate', async () => {
    const [areBothHere, isFirstAnswered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let copies = 0;
    const prepare = async () => {
      copies += 1;
      if (copies === 1) return areBothHere.promise;
      areBothHere.resolve();
      await isFirstAnswered.promise;
      throw fail('TICKET_INVALID');
    };
    const node = () =>
      pipelineOf({
        '/utils/otp/mobile/verify': handle(async () => ({ ticket: 'A'.repeat(43) }), {
          limit: perMinute(60),
          prepare,
        }),
      });
    const request = openedRequest('/utils/otp/mobile/verify', { id: randomUUID(), code: '123456' });
    // Each at a node of its own: at one node copies come one after the other.
    const replies = [node(), node()].map((send) => send(request));
    const first = await Promise.race(replies);
    isFirstAnswered.resolve();
    expect(JSON.parse(first)).toMatchObject({ errorCode: 0 });
    expect(await Promise.all(replies)).toEqual([first, first]);
  });

  it('with the same RID and another body is refused', async () => {
    const visitor = await server.visitor();
    const rid = makeRid();
    await visitor.send('/member/register', await server.registration(visitor), {}, { rid });
    const other = await visitor.send('/member/register', await server.registration(visitor), {}, { rid });
    expect(other).toMatchObject({ outcome: 'PARAMETERS_INVALID', data: { fields: ['RID'] } });
  });

  it('that was refused is refused the same way on a retry, even if it could succeed now', async () => {
    const [seller] = [await server.member()];
    const rid = makeRid();
    const input = {
      coin: 'TWD',
      quantity: '10.00',
      price: '1',
      minQuantity: '1.00',
      maxQuantity: '10.00',
      payWindowMinutes: '15',
      cardIds: ['1'],
    } as const;
    const first = await seller.send('/listing/create', { ...input, cardIds: [...input.cardIds] }, { rid });
    expect(first.outcome).toBe('BANK_CARD_REQUIRED');
    expect(await seller.send('/listing/create', { ...input, cardIds: [...input.cardIds] }, { rid })).toEqual(
      first,
    );
    const { rows } = await sql`select 1 from platform.command where rid = ${rid}`.execute(database.owner);
    expect(rows).toHaveLength(1);
  });

  it('counts one wrong secret however often it is retried', async () => {
    const seller = await server.member();
    const rid = makeRid();
    const send = () =>
      seller.send('/order/release', { orderId: '1', version: '1' }, { rid, secret: '000001' });
    const replies = [await send(), await send(), await send()];
    expect(replies.map((reply) => reply.data)).toEqual(
      Array.from({ length: 3 }, () => ({ triesLeft: 4, open: true })),
    );
  });

  it('is deleted when it has expired, in batches, and no younger one is', async () => {
    const row = (rid: string, expires: string) =>
      sql`
      insert into platform.command (actor, rid, b_url, body_hmac, answer, expires_at)
      select 'sweep', lpad(n::text, 22, ${rid}), '/x', ${Buffer.alloc(32)}, '', platform.app_now() + ${expires}::interval
      from generate_series(1, 5001) n`.execute(database.owner);
    await row('a', '-1 second');
    await row('b', '1 hour');
    await deleteExpired(database.db);
    const { rows } = await sql`
      select left(rid, 1) as kind, count(*)::int from platform.command where actor = 'sweep' group by 1`.execute(
      database.db,
    );
    expect(rows).toEqual([{ kind: 'b', count: 5001 }]);
  });
});
