import type { CallOutput } from '@holdfast/contract/calls';
import type { OperatorId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { deviceHashOf } from '#testing/posted.ts';
import type { TestClient } from '#testing/test-client.ts';
import { inTransaction } from '#platform/db/db.ts';
import { freshMobile, testServer } from '#testing/test-server.ts';
import { insertBlock, NEVER } from './register-block.store.ts';

/** Who may not register: what meets a rule, what is told, and what the list shows. */
const server = await testServer();
const { owner } = server.database;
const reason = 'opened accounts for others';

let serial = 0;
const address = () => `198.18.${(serial += 1)}.9`;

const add = (client: TestClient, kind: string, pattern: string, until = 'never') =>
  client.send<{ id: string }>('/register-block/add', { kind, pattern, until, reason });
type List = CallOutput<'/register-block/list'>;
const list = async (client: TestClient, input: object = {}) =>
  (await client.send<List>('/register-block/list', input)).data;

/** A registration whose code was typed rightly. */
async function tries(mobile: string, from = address(), client?: TestClient) {
  const visitor = client ?? (await server.visitor({ address: from }));
  const input = await server.registration(visitor, { mobile });
  const once = await visitor.send('/member/register', input);
  return { visitor, input, once, outcome: once.outcome };
}

describe('a rule of the register block', () => {
  it.each([
    ['a number', 'mobile', '0987000111', '+886987000111', '+886987000112'],
    ['the beginning of numbers', 'prefix', '+852981', '+85298123456', '+85297123456'],
  ])('about %s refuses whom it meets, and nobody else', async (_, kind, pattern, met, other) => {
    const risk = await server.operator('risk');
    expect((await add(risk, kind, pattern)).outcome).toBe('SUCCESS');
    expect((await tries(met)).outcome).toBe('REGISTRATION_REFUSED');
    expect((await tries(other)).outcome).toBe('SUCCESS');
    expect((await add(risk, kind, pattern)).outcome).toBe('REGISTER_BLOCK_EXISTS');
  });

  it.each([
    ['203.0.114.7', '203.0.114.7', '203.0.114.8'],
    ['203.0.115.0/24', '203.0.115.200', '203.0.116.1'],
    ['2001:db8:7::/48', '2001:db8:7:1::9', '2001:db8:8::9'],
  ])('about the network %s refuses whoever comes from it', async (pattern, inside, outside) => {
    const risk = await server.operator('risk');
    expect((await add(risk, 'network', pattern)).outcome).toBe('SUCCESS');
    expect((await tries(freshMobile(), inside)).outcome).toBe('REGISTRATION_REFUSED');
    expect((await tries(freshMobile(), outside)).outcome).toBe('SUCCESS');
  });

  it("about the device of a member refuses that device, at the fast registration too, and the member's own session goes on", async () => {
    const [risk, member] = [await server.operator('risk'), await server.member()];
    expect((await add(risk, 'device', member.account)).outcome).toBe('SUCCESS');
    const { rows } =
      await sql`select from member.session where device_hash = ${deviceHashOf(member.client)}`.execute(owner);
    expect(rows).toHaveLength(1);
    const { otpTicket, installId } = await server.registration(member.client, { mobile: freshMobile() });
    const fast = { otpTicket, installId, password: 'Harbour7' };
    expect((await member.client.send('/api/fast-registeration', fast, {}, { proof: null })).outcome).toBe(
      'REGISTRATION_REFUSED',
    );
    expect((await member.client.send('/member/balanceinfo', {})).outcome).toBe('SUCCESS');
    expect((await list(risk, { kind: 'device', pattern: member.account })).items[0]?.shown).toBe(
      member.account,
    );
  });

  it('uses up the code, so that the same one cannot be tried from elsewhere, and tells every kind of rule by one answer', async () => {
    const risk = await server.operator('risk');
    const mobile = freshMobile();
    await add(risk, 'network', '203.0.117.7');
    const { visitor, input, once } = await tries(mobile, '203.0.117.7');
    expect(once).toMatchObject({ outcome: 'REGISTRATION_REFUSED', data: {} });
    const again = { ...input, account: `${input.account}x`.slice(-12) };
    expect((await visitor.send('/member/register', again)).outcome).toBe('TICKET_INVALID');
  });

  it('counts whom it stopped, ends at its date, and can be lifted and made anew', async () => {
    const risk = await server.operator('risk');
    const mobile = freshMobile();
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const { data } = await add(risk, 'mobile', mobile, soon);
    await tries(mobile);
    await tries(mobile);
    const rule = async () => (await list(risk, { kind: 'mobile', pattern: mobile })).items[0];
    expect(await rule()).toMatchObject({ hits: 2, endsAt: soon, isLive: true, reason, changed: null });
    expect(JSON.stringify(await rule())).not.toContain(mobile.slice(1));
    const update = async (until: string, id = data.id) =>
      (await risk.send('/register-block/update/{id}', { until, reason: 'it was a mistake' }, { id })).outcome;
    expect([
      await update(soon),
      await update('2020-01-01T00:00:00.000Z'),
      await update('never', '99999'),
    ]).toEqual(['NOTHING_CHANGES', 'PARAMETERS_INVALID', 'REGISTER_BLOCK_NOT_FOUND']);
    expect([await update('now'), await update('never')]).toEqual(['SUCCESS', 'NOTHING_CHANGES']);
    expect(await rule()).toMatchObject({ isLive: false, reason: 'it was a mistake' });
    expect((await tries(mobile)).outcome).toBe('SUCCESS');
    expect((await add(risk, 'mobile', mobile)).outcome).toBe('SUCCESS');
    expect(await rule()).toMatchObject({ isLive: true, hits: 0 });
  });

  it.each([
    ['mobile', '123', 'PARAMETERS_INVALID'],
    ['prefix', '+886', 'PARAMETERS_INVALID'],
    ['network', '203.0.113.0/8', 'PARAMETERS_INVALID'],
    ['network', 'somewhere', 'PARAMETERS_INVALID'],
    ['device', 'nobody0000', 'MEMBER_NOT_FOUND'],
  ])('of the kind %s cannot be made of %s', async (kind, pattern, outcome) => {
    expect((await add(await server.operator('risk'), kind, pattern)).outcome).toBe(outcome);
  });
});

describe('the list of rules', () => {
  it('comes a page at a time, each rule once, those that end last first; its filters are those of the list', async () => {
    const risk = await server.operator('risk');
    const addedBy = '1' as OperatorId;
    await inTransaction(server.database.db, async (tx) => {
      for (let n = 0; n < 120; n += 1) {
        const endsAt = n % 3 === 0 ? NEVER : new Date(Date.now() + (n - 60) * 60_000);
        const about = { kind: 'network' as const, value: `100.64.9.${n}`, about: '', reason };
        await insertBlock(tx, { ...about, endsAt, addedBy });
      }
    });
    const { rows } = await sql<{ id: string }>`
      select id::text from member.register_block where kind = 'network' order by ends_at desc, register_block.id desc`.execute(
      owner,
    );
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: List = await list(risk, { kind: 'network', ...(cursor && { cursor }) });
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    } while (cursor);
    expect(ids).toEqual(rows.map(({ id }) => id));
    expect((await risk.send('/register-block/list', { pattern: '100.64.9.1' })).outcome).toBe(
      'PARAMETERS_INVALID',
    );
    const states = async (state: string) =>
      (await list(risk, { kind: 'network', state })).items.map(({ isLive }) => isLive);
    expect([new Set(await states('ended')), new Set(await states('live'))]).toEqual([
      new Set([false]),
      new Set([true]),
    ]);
  });
});
