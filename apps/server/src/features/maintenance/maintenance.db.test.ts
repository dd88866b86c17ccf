import type { CallOutput } from '@holdfast/contract/calls';
import { makeRid } from '@holdfast/secure-channel/node';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { fireAllDue } from '#features/orders/fire-due.ts';
import type { TestClient } from '#testing/test-client.ts';
import { lockedOrder } from '#testing/traders.ts';
import { testServer } from '#testing/test-server.ts';

/** Maintenance as operators plan, change and end it, and what the version check says of it. */
const server = await testServer();
const { db, owner } = server.database;

afterEach(async () => {
  await server.database.setClock('0');
  await sql`delete from platform.downtime`.execute(owner);
});

const reason = 'a new major version of the database';
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

interface Typed {
  from?: string;
  until: string;
  messageZh?: string;
  messageEn?: string;
}
const plan = (client: TestClient, typed: Typed, options = {}) =>
  client.send<{ id: string }>(
    '/operator/maintenance/plan',
    { messageZh: '', messageEn: '', reason, ...typed },
    {},
    options,
  );
const end = (client: TestClient, id: string) => client.send('/operator/maintenance/end', { id, reason });
type Known = CallOutput<'/operator/maintenance/read'>;
const read = async (client: TestClient) => (await client.send<Known>('/operator/maintenance/read', {})).data;

async function audited(): Promise<object[]> {
  const { rows } = await sql<{ action: string; detail: object }>`
    select action, detail from platform.audit where action like 'maintenance-%' order by id`.execute(owner);
  return rows;
}

describe('a maintenance that is planned', () => {
  it('is read with who planned it and why, and the version check tells members the times and the message', async () => {
    const [admin, risk, visitor] = [
      await server.operator('admin'),
      await server.operator('risk'),
      await server.visitor(),
    ];
    const [from, until] = [inMinutes(60), inMinutes(90)];
    const message = { messageZh: '資料庫升級', messageEn: 'A new database' };
    const { data } = await plan(admin, { from, until, ...message });
    expect(await read(risk)).toEqual({
      outages: [],
      running: null,
      planned: { id: data.id, from, until, ...message, reason, by: expect.stringContaining('@') },
    });
    const version = () => visitor.send('/member/checkVersion', { version: '0.1.0', platform: 'web' });
    await expect
      .poll(async () => (await version()).data, { interval: 300, timeout: 15_000 })
      .toMatchObject({
        maintenanceUntil: null,
        maintenancePlanned: { from, until },
        maintenanceMessage: { zhTW: '資料庫升級', en: 'A new database' },
      });
    expect((await audited()).at(-1)).toEqual({
      action: 'maintenance-planned',
      detail: { from, until, ...message, reason },
    });
  });

  it('takes the place of the one planned before, and is cancelled once', async () => {
    const admin = await server.operator('admin');
    const first = await plan(admin, { from: inMinutes(60), until: inMinutes(90) });
    const second = await plan(admin, { from: inMinutes(70), until: inMinutes(80) });
    expect((await read(admin)).planned?.id).toBe(second.data.id);
    expect((await end(admin, first.data.id)).outcome).toBe('MAINTENANCE_NOT_FOUND');
    expect((await end(admin, second.data.id)).outcome).toBe('SUCCESS');
    expect(await read(admin)).toEqual({ running: null, planned: null, outages: [] });
    expect((await end(admin, second.data.id)).outcome).toBe('MAINTENANCE_NOT_FOUND');
    expect((await audited()).at(-1)).toEqual({
      action: 'maintenance-ended',
      detail: { how: 'cancelled', reason },
    });
  });

  it('is planned once by a command that is sent twice, also when another one has come between', async () => {
    const admin = await server.operator('admin');
    const rid = makeRid();
    const typed = { from: inMinutes(60), until: inMinutes(90) };
    const once = await plan(admin, typed, { rid });
    const other = await plan(admin, { from: inMinutes(70), until: inMinutes(80) });
    expect((await plan(admin, typed, { rid })).data).toEqual(once.data);
    expect((await read(admin)).planned?.id).toBe(other.data.id);
  });

  it('by two operators at the same time is one', async () => {
    const admins = await Promise.all(Array.from({ length: 4 }, () => server.operator('admin')));
    const typed = { from: inMinutes(60), until: inMinutes(90) };
    const outcomes = await Promise.all(admins.map((admin) => plan(admin, typed)));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(4).fill('SUCCESS'));
    const { rows } = await sql`select from platform.downtime`.execute(owner);
    expect(rows).toHaveLength(1);
  });

  it.each([
    ['ends before it begins', { from: inMinutes(90), until: inMinutes(60) }, 'MAINTENANCE_END_BEFORE_BEGIN'],
    ['ends in the past', { until: inMinutes(-5) }, 'MAINTENANCE_IN_PAST'],
    ['begins in the past', { from: inMinutes(-5), until: inMinutes(60) }, 'MAINTENANCE_IN_PAST'],
    ['is of no month', { until: '2031-13-01T00:00:00.000Z' }, 'PARAMETERS_INVALID'],
    ['speaks one language', { until: inMinutes(60), messageZh: '升級' }, 'PARAMETERS_INVALID'],
    [
      'says too much',
      { until: inMinutes(60), messageZh: '升'.repeat(201), messageEn: 'new' },
      'PARAMETERS_INVALID',
    ],
  ])('and %s is refused', async (_, typed, name) => {
    const admin = await server.operator('admin');
    expect((await plan(admin, typed)).outcome).toBe(name);
    expect(await read(admin)).toEqual({ running: null, planned: null, outages: [] });
  });
});

describe('a maintenance that is running', () => {
  it('gets another end and message, and what would overlap it is refused and leaves the plan as it was', async () => {
    const admin = await server.operator('admin');
    const { data } = await plan(admin, { until: inMinutes(30) });
    const until = inMinutes(60);
    const changed = await plan(admin, { until, messageZh: '延長', messageEn: 'It takes longer' });
    expect(changed.data).toEqual(data);
    expect((await read(admin)).running).toMatchObject({ id: data.id, until, messageEn: 'It takes longer' });
    const next = await plan(admin, { from: inMinutes(120), until: inMinutes(150) });
    const overlaps = await plan(admin, { from: inMinutes(20), until: inMinutes(150) });
    expect(overlaps.outcome).toBe('MAINTENANCE_OVERLAPS');
    expect(await read(admin)).toMatchObject({ running: { until }, planned: { id: next.data.id } });
  });

  it('locks members out and no operator, and when it is ended early moves the clocks of orders by what it took', async () => {
    const { order } = await lockedOrder(server, '100.00');
    const visitor = await server.visitor();
    const left = async () => {
      const { rows } = await sql<{ left: number }>`
        select round(extract(epoch from due_at - now()) / 60)::int as left
        from orders.timer where order_id = ${order.orderId}`.execute(db);
      return rows[0]?.left ?? NaN;
    };
    const before = await left();
    const { data } = await plan(await server.operator('admin'), { until: inMinutes(600) });
    await expect
      .poll(async () => (await visitor.signIn('nobody99', 'Secret12')).outcome, {
        interval: 300,
        timeout: 15_000,
      })
      .toBe('MAINTENANCE');
    await server.database.setClock('10 minutes');
    const admin = await server.operator('admin');
    expect((await read(admin)).running?.id).toBe(data.id);
    expect((await end(admin, data.id)).outcome).toBe('SUCCESS');
    await fireAllDue(db);
    expect(await left()).toBe(before + 10);
    expect((await audited()).at(-1)).toMatchObject({ detail: { how: 'ended' } });
  }, 60_000);
});

it.each(['risk', 'support', 'treasury'] as const)('%s may neither plan nor end one', async (role) => {
  const [admin, other] = [await server.operator('admin'), await server.operator(role)];
  const { data } = await plan(admin, { from: inMinutes(60), until: inMinutes(90) });
  expect((await plan(other, { until: inMinutes(60) })).outcome).toBe('ROLE_NOT_ALLOWED');
  expect((await end(other, data.id)).outcome).toBe('ROLE_NOT_ALLOWED');
  expect((await read(admin)).planned?.id).toBe(data.id);
});
