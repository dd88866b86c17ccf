import { callOf, registry, type CallPath } from '@holdfast/contract/calls';
import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { holdsDigits } from '#testing/holds-digits.ts';
import { sampleOf } from '#testing/sample-input.ts';
import { post, readReply, TRANSACTION_SECRET, type TestClient } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput } from '#testing/traders.ts';
import { whileCommandWaits } from '#testing/waiting-commands.ts';

/** Abuse that no one slice could answer for: other spellings of a path, what belongs to others, rights that end, faults of ours. */
const server = await testServer();
const { owner } = server.database;
const built = (Object.keys(registry) as CallPath[]).filter(
  (path) => callOf(path).schemas !== undefined && callOf(path).kind !== 'stream',
);

const inputOf = (path: CallPath) => sampleOf(defined(callOf(path).schemas, path).input) as object;

/** Asks for an address as it is typed; `sealedFor`: what the envelope inside says, for addresses that no client of ours would seal. */
async function answerTo(client: TestClient, bUrl: string, sealedFor = bUrl): Promise<string> {
  const pairs = { ...client.proof };
  const sealed = client.session.sealRequest({
    endpoint: '/proxypost',
    bUrl: sealedFor,
    pairs,
    now: Date.now(),
  });
  const body = sealed.body.replace(JSON.stringify(sealedFor), JSON.stringify(bUrl));
  const { payload } = await post(server.app, '/proxypost', body);
  const answer = sealed.open(payload);
  if (!answer || !('body' in answer)) return payload;
  return readReply(answer.body).outcome;
}

const BALANCE = '/member/balanceinfo';

describe('a path', () => {
  it('is answered exactly as the table has it', async () => {
    const { client } = await server.member();
    expect(await answerTo(client, BALANCE)).toBe('SUCCESS');
  });

  it.each([
    '/Member/balanceinfo',
    '/member/BALANCEINFO',
    '/api/vi/members/orders-in-progress/somebody1',
    '/api/v1/members/bind-account/by/uid',
  ])('written as %s is unknown', async (bUrl) => {
    const { client } = await server.member();
    expect(await answerTo(client, bUrl)).toBe('CALL_UNKNOWN');
  });

  it.each(['/member/balanceinfo/', '/member//balanceinfo', '//member/balanceinfo', '/member/./balanceinfo'])(
    'written as %s is malformed',
    async (bUrl) => {
      const { client } = await server.member();
      expect(await answerTo(client, bUrl, BALANCE)).toBe('ERROR003');
    },
  );
});

describe('an order', () => {
  it('is in no answer to a third member, and each party gets only its own view', async () => {
    const { seller, buyer, order, accountNumber } = await lockedOrder(server);
    await buyer.call('/order/paid', { ...paidInput(order), payer: '陳金絲雀', lastFive: '90817' });
    const stranger = await server.member();
    const reads = built.filter((path) => callOf(path).kind === 'read');
    const heard: string[] = [];
    for (const path of reads) {
      const inputs = [inputOf(path), { orderId: order.orderId }];
      for (const input of inputs)
        heard.push(
          JSON.stringify(await stranger.client.send(path, input, { account: stranger.account, id: '1' })),
        );
    }
    expect(heard.length).toBeGreaterThan(20);
    for (const secret of [accountNumber, order.serialNo, '陳金絲雀', '林示範', buyer.account])
      expect(heard.filter((text) => text.includes(secret))).toEqual([]);
    expect(heard.filter((text) => holdsDigits(text, '90817'))).toEqual([]);

    const inboxes = await Promise.all(
      [seller, buyer].map((party) => party.call('/member/notification/list', {})),
    );
    const items = inboxes.flatMap((inbox) => inbox.items);
    expect(items.length).toBeGreaterThan(1);
    const told = items.map(({ extra }) => JSON.stringify(extra)).join();
    // Where to pay is in the order's own room and nowhere else; of the other one there are nick, uid and level.
    for (const secret of [accountNumber, '林示範', buyer.account, seller.account])
      expect(told).not.toContain(secret);
    expect(holdsDigits(told, '90817')).toBe(false);
  });
});

describe('a permission that ends while a command waits', () => {
  it.each([
    ['the operator is disabled', sql`update operator.operator set disabled = true`, 'SESSION_TIMEOUT'],
    [
      'the operator gets another role',
      sql`update operator.operator set role = 'support'`,
      'ROLE_NOT_ALLOWED',
    ],
  ] as const)('ends the command: %s', async (_, change, refusal) => {
    const operator = await server.operator('admin');
    const path = '/member/securityquestion/create';
    const before = await sql`select count(*) from member.question`.execute(owner);
    const create = () => operator.send(path, inputOf(path));
    const reply = await whileCommandWaits(server, create, () => change.execute(owner));
    expect(reply.outcome).toBe(refusal);
    expect((await sql`select count(*) from member.question`.execute(owner)).rows).toEqual(before.rows);
  });
});

describe('a fault of ours', () => {
  it('leaks nothing internal, in any call', async () => {
    const member = await server.member();
    const visitor = await server.visitor({ address: '203.0.113.211' });
    // What most stores ask for is gone.
    const tables = [
      ['member', 'member'],
      ['inbox', 'message'],
      ['orders', 'orders'],
      ['orders', 'listing'],
      ['bank', 'card'],
      ['ledger', 'account'],
    ] as const;
    const rename = (schema: string, from: string, to: string) =>
      sql.raw(`alter table ${schema}.${from} rename to ${to}`).execute(owner);
    for (const [schema, table] of tables) await rename(schema, table, `${table}_away`);
    const answers: string[] = [];
    for (const path of built) {
      const client = callOf(path).who.includes('anyone') ? visitor : member.client;
      const params = { account: member.account, id: '1' };
      const reply = await client.send(path, inputOf(path), params, { secret: TRANSACTION_SECRET });
      answers.push(JSON.stringify(reply));
    }
    for (const [schema, table] of tables) await rename(schema, `${table}_away`, table);
    const faults = answers.filter((text) => text.includes('FAULT'));
    expect(faults.length).toBeGreaterThan(10);
    for (const text of faults) expect(text).toMatch(/"faultId":"[0-9a-f]{8}"/);
    for (const text of answers)
      expect(text).not.toMatch(
        /relation|does not exist|select |insert |\bat .*\.ts|node_modules|kysely|_away|42P01/i,
      );
  });
});
