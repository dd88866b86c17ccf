import { randomBytes } from 'node:crypto';
import { callOf, isAnsweredAt, needsNoSession, type BuiltPath } from '@holdfast/contract/calls';
import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#platform/db/db.ts';
import { allCalls } from '#roles/gateway.ts';
import { sampleOf } from '#testing/sample-input.ts';
import { PASSWORD, TestClient, TRANSACTION_SECRET, type TestMember } from '#testing/test-client.ts';
import { APP_FACTS, freshAccount, testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput } from '#testing/traders.ts';
import { findHandled } from './call-table.ts';

/** What anybody may ask for, and what it costs: hashing waits behind members, and is not begun without a proof. */

const server = await testServer();
const { owner } = server.database;
const table = allCalls({
  ...server,
  passwords: {} as never,
  printer: {} as never,
  appFacts: APP_FACTS,
  cardApproval: 'at-once',
  maintenance: { until: () => undefined, planned: () => undefined, message: () => undefined },
});

/** What anybody may call and what prepares something, as hashing is. From the contract, so that a new one is among them. */
const preparing = (Object.keys(table) as BuiltPath[]).filter(
  (path) => needsNoSession(callOf(path)) && 'prepare' in defined(findHandled(table, path), path),
);

/** They look for an account, and answer alike whether there is one. */
const OF_ANY_ACCOUNT: readonly BuiltPath[] = [
  '/member/flow/force-reset-password/create-cerification',
  '/member/security-questions-get',
];

it('lets every call that anybody may make and that prepares something wait in the queue of costly ones', () => {
  const unqueued = preparing.filter((path) => findHandled(table, path)?.isCostly !== true);
  // A code is compared by a keyed hash, and typed within sessions too.
  expect(unqueued.toSorted()).toEqual([...OF_ANY_ACCOUNT, '/utils/otp/mobile/verify']);
});

const waitersFor = async (tx: Tx): Promise<number> => {
  const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  const { rows } = await sql`
    select from pg_stat_activity where ${own[0]?.pid}::int = any(pg_blocking_pids(pid))`.execute(owner);
  return rows.length;
};

const signIn = async (client: TestClient): Promise<string> =>
  (
    await client.send('/member/login', {
      account: freshAccount(),
      password: PASSWORD,
      installId: '2'.repeat(32),
    })
  ).outcome;

describe('while the queue of costly calls is full', () => {
  it('a member’s secret is checked, and a newcomer takes the place of the network that holds the most', async () => {
    const member = await server.member();
    const flooder = await server.visitor({ address: '203.0.113.5' });
    const newcomer = await server.visitor({ address: '2001:db8:77:1::1' });
    const registering = await Promise.all(
      Array.from({ length: 3 }, async (_, at) => {
        const client = await server.visitor({ address: `192.0.3.${at}` });
        return { client, input: await server.registration(client) };
      }),
    );
    const settled: Promise<string>[] = [];
    await owner.transaction().execute(async (tx) => {
      await sql`lock table member.member in share row exclusive mode`.execute(tx);
      for (const { client, input } of registering)
        settled.push(client.send('/member/register', input).then(({ outcome }) => outcome));
      await expect.poll(() => waitersFor(tx)).toBe(2); // the third waits for a transaction
      const flood = Array.from({ length: 33 }, async (_, at) => ({ at, outcome: await signIn(flooder) }));
      const first = await Promise.race(flood);
      expect(first.outcome).toBe('OVERLOADED');
      const others = flood.filter((_, at) => at !== first.at);
      settled.push(signIn(newcomer));
      expect((await Promise.race(others)).outcome).toBe('OVERLOADED');
      const { ticket } = await member.call('/member/transpass/verify', { secret: TRANSACTION_SECRET });
      expect(ticket).toHaveLength(43);
      settled.push(...flood.map(async (each) => (await each).outcome));
    });
    const outcomes = await Promise.all(settled);
    expect(outcomes.slice(0, 4)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', 'SIGN_IN_FAILED']);
    expect(outcomes.slice(4).filter((outcome) => outcome === 'OVERLOADED')).toHaveLength(2);
  });
});

describe('while callers without a session fill their queue', () => {
  /** Throw-away devices. More than the places of members' commands were once, when everybody had the same. */
  const devices: TestClient[] = [];
  beforeAll(async () => {
    while (devices.length < 420)
      devices.push(
        ...(await Promise.all(
          Array.from({ length: 30 }, (_, at) =>
            server.visitor({ address: `198.${devices.length / 30}.${at}.1` }),
          ),
        )),
      );
  });

  /** The member at another address, in the same session. */
  function behind(address: string, { client }: TestMember): TestClient {
    const { app, secrets, device, session } = client;
    const moved = new TestClient({ app, secrets, address, device, session });
    moved.proof = client.proof;
    return moved;
  }

  async function orderToRelease() {
    const { seller, buyer, order: locked } = await lockedOrder(server);
    const { order } = await buyer.call('/order/paid', paidInput(locked));
    const input = { orderId: order.orderId, version: String(order.version) };
    return (address: string) =>
      behind(address, seller).send('/order/release', input, {}, { secret: TRANSACTION_SECRET });
  }

  it.each<[string, BuiltPath, object, string]>([
    ['commands', '/member/passkey-sign-in/begin', {}, 'platform.ticket'],
    ['reads', '/member/security-questions-get', { account: 'nobody01' }, 'member.question'],
  ])('by %s, members behind the address of some of them release', async (_, path, input, table) => {
    const releases = [await orderToRelease(), await orderToRelease()];
    const { flood } = await owner.transaction().execute(async (tx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
      const all = devices.map(async (device) => (await device.send(path, input)).outcome);
      expect(await Promise.race(all)).toBe('OVERLOADED');
      for (const release of releases) expect((await release('198.0.0.1')).outcome).toBe('SUCCESS');
      return { flood: Promise.all(all) };
    });
    expect(new Set(await flood)).toEqual(new Set(['SUCCESS', 'OVERLOADED']));
  });

  it('from one network, a newcomer from another one takes a place', async () => {
    const newcomer = await server.visitor({ address: '2001:db8:79:1::1' });
    const network = await Promise.all(
      Array.from({ length: 10 }, (_, at) => server.visitor({ address: `203.0.114.${at}` })),
    );
    const begin = async (client: TestClient) =>
      (await client.send('/member/passkey-sign-in/begin', {})).outcome;
    const { served, flood } = await owner.transaction().execute(async (tx) => {
      await sql`lock table platform.ticket in access exclusive mode`.execute(tx);
      const all = Array.from({ length: 205 }, async (_, at) => ({
        at,
        outcome: await begin(defined(network[at % network.length], 'a device')),
      }));
      const first = await Promise.race(all);
      expect(first.outcome).toBe('OVERLOADED');
      const last = begin(newcomer);
      const others = all.filter((_, at) => at !== first.at);
      expect((await Promise.race(others)).outcome).toBe('OVERLOADED');
      return { served: last.then((outcome) => [outcome]), flood: Promise.all(all) };
    });
    expect(await served).toEqual(['SUCCESS']);
    expect((await flood).filter(({ outcome }) => outcome === 'OVERLOADED')).toHaveLength(2);
  });
});

describe('without a valid ticket nothing is hashed by', () => {
  const hashes = (): number =>
    [...server.metrics.text().matchAll(/^holdfast_password_hashes_total\{.*\} (\d+)$/gm)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    );
  /** They compare a password that the caller shows: it is the proof. */
  const WITH_PASSWORD: readonly BuiltPath[] = [
    '/member/login',
    '/member/security/freeze-without-session',
    '/operator/sign-in',
  ];
  const ticket = () => randomBytes(32).toString('base64url');
  const newPassword = 'Reef8stone';
  /** What a sample of the schema is not: good but for the ticket. */
  const given: Partial<Record<BuiltPath, Readonly<Record<string, string>>>> = {
    '/member/register': {
      otpTicket: ticket(),
      account: 'noticket01',
      nick: 'noticket',
      password: PASSWORD,
      newTranspass: TRANSACTION_SECRET,
    },
    '/api/fast-registeration': { otpTicket: ticket(), password: PASSWORD },
    '/member/forget-password/set-password/{account}': { ticket: ticket(), newPassword },
    '/member/reset-password/forced-set/{account}': { resetToken: ticket(), newPassword },
    '/member/flow/force-reset-password/set-login-password': { token: ticket(), newPassword },
    '/member/flow/force-reset-password/set-transaction-password': {
      token: ticket(),
      newTranspass: TRANSACTION_SECRET,
    },
    '/member/security/unfreeze': { ticket: ticket() },
    '/member/security-questions-verification/{account}': { ticket: ticket() },
    '/member/forgettranspass/{account}': {
      ticket: ticket(),
      password: PASSWORD,
      newTranspass: TRANSACTION_SECRET,
    },
  };
  const ticketed = preparing.filter((path) => !WITH_PASSWORD.includes(path));

  it.each<BuiltPath>([...ticketed, '/member/forgettranspass/{account}'])('%s', async (path) => {
    const { account, client: own } = await server.member();
    const isConsole = isAnsweredAt('console', callOf(path));
    const client = isConsole ? await server.visitor({ at: 'console', address: own.address }) : own;
    const input = { ...(sampleOf(defined(callOf(path).schemas, path).input) as object), ...given[path] };
    const before = hashes();
    expect(before).toBeGreaterThan(0);
    const { outcome } = await client.send(path, input, { account });
    const refusals = ['TICKET_INVALID', 'CODE_DEAD', 'INVITATION_INVALID'];
    expect(OF_ANY_ACCOUNT.includes(path) ? ['SUCCESS'] : refusals).toContain(outcome);
    expect(hashes()).toBe(before);
  });
});
