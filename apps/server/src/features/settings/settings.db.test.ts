import { setTimeout as sleep } from 'node:timers/promises';
import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { TestClient, type TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput, sellerWithListing } from '#testing/traders.ts';

/** Settings as operators change them, from when on they hold, and for whom. */
const server = await testServer();
const node = await server.startNode();
const { owner } = server.database;

afterEach(async () => {
  await server.database.setClock('0');
  await sql`truncate platform.setting`.execute(owner); // the product itself cannot
});

type Change = CallInput<'/operator/setting/change'>;
type Listed = CallOutput<'/operator/setting/list'>;
type Past = CallOutput<'/operator/setting/history'>;

/** Keeps a reader below the rate limit of reads, however long the start takes to come. */
const PACE_MS = 25;
const REASON = 'decided on Monday';
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

const change = (by: TestClient, input: Omit<Change, 'reason' | 'name'> & { name: string }) =>
  by.send<{ requestId: string | null }>('/operator/setting/change', { reason: REASON, ...input });
const ack = (by: TestClient, value: string, more: Partial<Change> = {}) =>
  change(by, { name: 'clock.ack', seen: '15', value, ...more });
const askFee = async (by: TestClient, value: string, more: Partial<Change> = {}) => {
  const { outcome, data } = await change(by, { name: 'fee.order', seen: '10', value, ...more });
  expect(outcome).toBe('SUCCESS');
  return defined(data.requestId, 'a fee is asked for');
};
const decide = async (by: TestClient, id: string, verdict: 'approved' | 'refused' = 'approved') =>
  (await by.send('/operator/request/decide', { id, verdict, note: '' })).outcome;
const withdraw = async (by: TestClient, id: string) =>
  (await by.send('/operator/setting/withdraw', { id, reason: REASON })).outcome;
const listed = async (by: TestClient, name: string) => {
  const { data } = await by.send<Listed>('/operator/setting/list', {});
  return defined(
    data.settings.find((one) => one.name === name),
    name,
  );
};
const history = async (by: TestClient, input: object = {}) =>
  (await by.send<Past>('/operator/setting/history', input)).data;
const terms = (by: TestMember) => by.call('/listing/terms', {});
const admins = () => Promise.all([server.operator('admin'), server.operator('admin')]);

const minutesLeft = (order: { deadlineDate: string | null; dutySince: string | null }) =>
  (Date.parse(order.deadlineDate ?? '') - Date.parse(order.dutySince ?? '')) / 60_000;

describe('a setting', () => {
  it('has its default until somebody changes it, holds at once or from its date on, and says who has set it and why', async () => {
    const admin = await server.operator('admin');
    expect(await listed(admin, 'clock.ack')).toMatchObject({ value: '15', since: null, planned: [] });
    expect((await ack(admin, '20')).data).toEqual({ requestId: null });
    const startsAt = inMinutes(60);
    expect((await ack(admin, '30', { seen: '20', startsAt })).outcome).toBe('SUCCESS');
    const shown = await listed(admin, 'clock.ack');
    expect(shown).toMatchObject({ value: '20', planned: [{ value: '30', startsAt, reason: REASON }] });
    expect(shown.since).not.toBeNull();

    const { items } = await history(admin, { name: 'clock.ack' });
    expect(items).toMatchObject([
      { value: '30', state: 'planned', startsAt, approvedBy: null, reason: REASON },
      { value: '20', state: 'current', setBy: expect.stringContaining('@') },
    ]);
    await server.database.setClock('61 minutes');
    const later = await server.operator('admin');
    expect(await listed(later, 'clock.ack')).toMatchObject({ value: '30', since: startsAt, planned: [] });
    expect((await history(later)).items.map(({ state }) => state)).toEqual(['current', 'past']);
    const { rows } = await sql<{ detail: object }>`
      select detail from platform.audit where action = 'setting-changed' and subject = 'setting:clock.ack' order by id`.execute(
      owner,
    );
    expect(rows.at(-1)?.detail).toEqual({ before: '20', after: '30', from: startsAt, reason: REASON });
  });

  it.each<[string, Omit<Change, 'reason' | 'name'> & { name: string }, string]>([
    ['out of its bounds', { name: 'clock.ack', seen: '15', value: '9' }, 'PARAMETERS_INVALID'],
    ['that is no number', { name: 'clock.ack', seen: '15', value: 'ten' }, 'PARAMETERS_INVALID'],
    [
      'of a list that is not one of it',
      { name: 'clock.pay', seen: '15,20,30,45,60', value: '15,16' },
      'PARAMETERS_INVALID',
    ],
    ['of no such setting', { name: 'fee.gone', seen: '1', value: '2' }, 'PARAMETERS_INVALID'],
    ['that it has', { name: 'clock.ack', seen: '15', value: '15' }, 'NOTHING_CHANGES'],
    [
      'in the past',
      { name: 'clock.ack', seen: '15', value: '20', startsAt: inMinutes(-1) },
      'SETTING_IN_PAST',
    ],
    [
      'of no month',
      { name: 'clock.ack', seen: '15', value: '20', startsAt: '2031-13-01T00:00:00.000Z' },
      'PARAMETERS_INVALID',
    ],
    [
      'years ahead',
      { name: 'clock.ack', seen: '15', value: '20', startsAt: inMinutes(400 * 24 * 60) },
      'PARAMETERS_INVALID',
    ],
    [
      'in place of another one than was seen',
      { name: 'clock.ack', seen: '16', value: '20' },
      'SETTING_CHANGED',
    ],
  ])('gets no value %s', async (_, input, outcome) => {
    const admin = await server.operator('admin');
    expect((await change(admin, input)).outcome).toBe(outcome);
    expect((await history(admin)).items).toEqual([]);
  });

  it('that several change at once is changed by one of them; the others are told to look again', async () => {
    const operators = await Promise.all(Array.from({ length: 5 }, () => server.operator('admin')));
    const replies = await Promise.all(operators.map((admin, index) => ack(admin, String(20 + index))));
    const outcomes = replies.map(({ outcome }) => outcome).toSorted();
    expect(outcomes).toEqual([
      'SETTING_CHANGED',
      'SETTING_CHANGED',
      'SETTING_CHANGED',
      'SETTING_CHANGED',
      'SUCCESS',
    ]);
    expect((await history(defined(operators[0], 'one'))).items).toHaveLength(1);
  });

  it('is paged through, newest first', async () => {
    const admin = await server.operator('admin');
    await sql`
      insert into platform.setting (name, value, starts_at, reason, set_by)
      select 'clock.ack', (20 + n % 10)::text, platform.app_now(), 'one of many', 1 from generate_series(1, 45) n`.execute(
      owner,
    );
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: Past = await history(admin, cursor === undefined ? {} : { cursor });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    }
    expect(seen).toHaveLength(45);
    expect(seen).toEqual(seen.toSorted((a, b) => Number(b) - Number(a)));
  });
});

describe('a change that has not started', () => {
  it('is withdrawn once, and what held before goes on', async () => {
    const admin = await server.operator('admin');
    await ack(admin, '20', { startsAt: inMinutes(60) });
    const [planned] = (await listed(admin, 'clock.ack')).planned;
    const { id } = defined(planned, 'a plan');
    const both = await Promise.all([withdraw(admin, id), withdraw(admin, id)]);
    expect(both.toSorted()).toEqual(['SETTING_NOT_PLANNED', 'SUCCESS']);
    expect(await listed(admin, 'clock.ack')).toMatchObject({ value: '15', planned: [] });
    expect((await history(admin)).items).toMatchObject([
      { state: 'withdrawn', withdrawn: { reason: REASON } },
    ]);
    await server.database.setClock('61 minutes');
    expect(await listed(await server.operator('admin'), 'clock.ack')).toMatchObject({ value: '15' });
  });

  it('is not withdrawn any more once it has', async () => {
    const admin = await server.operator('admin');
    await ack(admin, '20');
    const [held] = (await history(admin)).items;
    expect(await withdraw(admin, defined(held, 'a change').id)).toBe('SETTING_NOT_PLANNED');
  });
});

describe('money and limits', () => {
  it('are changed by two people, who both read what will happen until when', async () => {
    const [lin, chen] = await admins();
    const [first, second] = [inMinutes(60), inMinutes(120)];
    expect(await decide(chen, await askFee(lin, '30', { startsAt: second }))).toBe('SUCCESS');
    const id = await askFee(lin, '20', { startsAt: first });
    const requests = await chen.send<CallOutput<'/operator/request/list'>>('/operator/request/list', {
      state: 'open',
    });
    expect(requests.data.items.find((one) => one.id === id)).toMatchObject({
      kind: 'setting',
      subject: 'setting:fee.order',
      mayDecide: true,
      changes: [
        { field: 'fee.order', before: '10', after: '20' },
        { field: 'startsAt', before: '', after: first },
        { field: 'until', before: '', after: second },
      ],
    });
    expect((await listed(lin, 'fee.order')).planned).toHaveLength(1);
    expect(await decide(lin, id)).toBe('REQUEST_OWN');
    expect(await decide(chen, id)).toBe('SUCCESS');
    const { planned, value } = await listed(lin, 'fee.order');
    expect([value, ...planned.map((each) => each.value)]).toEqual(['10', '20', '30']);
    const [newest] = (await history(lin)).items;
    expect(newest?.approvedBy).not.toBe(newest?.setBy);
  });

  it('are not changed by a request that would replace another value than both have read', async () => {
    const [lin, chen] = await admins();
    const [id, other] = [await askFee(lin, '20'), await askFee(lin, '5')];
    expect(await decide(chen, other)).toBe('SUCCESS');
    expect(await decide(chen, id)).toBe('REQUEST_STALE');
    expect((await listed(lin, 'fee.order')).value).toBe('5');
  });

  it('are not changed by a request whose time has come before anybody approved it', async () => {
    const [lin] = await admins();
    const id = await askFee(lin, '20', { startsAt: inMinutes(10) });
    await server.database.setClock('11 minutes');
    const late = await server.operator('admin');
    expect(await decide(late, id)).toBe('REQUEST_STALE');
    expect((await listed(late, 'fee.order')).value).toBe('10');
  });

  it('are not changed by whoever is no administrator, and the database itself refuses one person alone', async () => {
    const [admin, risk] = [await server.operator('admin'), await server.operator('risk')];
    expect((await ack(risk, '20')).outcome).toBe('ROLE_NOT_ALLOWED');
    expect(await decide(risk, await askFee(admin, '20'))).toBe('ROLE_NOT_ALLOWED');
    expect((await listed(risk, 'fee.order')).value).toBe('10');
    const proof = server.secrets.keys.identify('operator-proof', defined(admin.proof, 'signed in').checksum);
    const alone = sql`select platform.set_setting(${proof}, 'fee.order', '0', null, 'nobody else knows')`;
    await expect(alone.execute(server.database.db)).rejects.toMatchObject({ code: 'HF008' });
  });
});

/** The same member at the other process. */
async function atNode({ client }: TestMember): Promise<TestClient> {
  const there = await TestClient.connect(node, server.secrets, client.address, client.device);
  there.proof = client.proof;
  return there;
}

describe('at the second in which a change starts', () => {
  it('every process goes by the time of the database, and by nothing else', async () => {
    const admin = await server.operator('admin');
    const [here, elsewhere] = await Promise.all([server.member(), server.member()]);
    const there = await atNode(elsewhere);
    const startsAt = new Date(Date.now() + 1000).toISOString();
    const { outcome } = await change(admin, {
      name: 'clock.pay',
      seen: '15,20,30,45,60',
      value: '30',
      startsAt,
    });
    expect(outcome).toBe('SUCCESS');
    type Terms = CallOutput<'/listing/terms'>;
    const seen = await Promise.all(
      [here.client, there].map(async (client) => {
        const answers: Terms[] = [];
        while ((answers.at(-1)?.serverTime ?? '') <= startsAt) {
          const reply = await client.send<Terms>('/listing/terms', {});
          expect(reply.outcome).toBe('SUCCESS');
          answers.push(reply.data);
          await sleep(PACE_MS);
        }
        return answers;
      }),
    );
    for (const { serverTime, payWindows } of seen.flat())
      expect(payWindows, serverTime).toEqual(serverTime < startsAt ? [15, 20, 30, 45, 60] : [30]);
  });

  it('a change that is withdrawn is withdrawn at every process', async () => {
    const admin = await server.operator('admin');
    const member = await server.member();
    const there = await atNode(member);
    await change(admin, { name: 'clock.pay', seen: '15,20,30,45,60', value: '30', startsAt: inMinutes(30) });
    const windows = async () => [
      (await terms(member)).payWindows.length,
      (await there.send<CallOutput<'/listing/terms'>>('/listing/terms', {})).data.payWindows.length,
    ];
    expect(await windows()).toEqual([5, 5]);
    const [planned] = (await listed(admin, 'clock.pay')).planned;
    expect(await withdraw(admin, defined(planned, 'a plan').id)).toBe('SUCCESS');
    await server.database.setClock('31 minutes');
    expect(await windows()).toEqual([5, 5]);
  });
});

describe('the fee', () => {
  it('that is planned is told to members with its start, until it is withdrawn', async () => {
    const [asking, deciding] = await admins();
    const member = await server.member();
    expect((await terms(member)).feePlanned).toBeNull();
    const startsAt = inMinutes(60);
    const asked = await askFee(asking, '20', { startsAt });
    expect((await terms(member)).feePlanned).toBeNull();
    expect(await decide(deciding, asked)).toBe('SUCCESS');
    expect(await terms(member)).toMatchObject({
      feeBasisPoints: 10,
      feePlanned: { feeBasisPoints: 20, from: startsAt },
    });
    const [planned] = (await listed(asking, 'fee.order')).planned;
    expect(await withdraw(asking, defined(planned, 'a plan').id)).toBe('SUCCESS');
    expect((await terms(member)).feePlanned).toBeNull();
  });
});

describe('an order', () => {
  it('keeps the fee that it was locked with; the next one pays what holds then, at any process', async () => {
    const [lin, chen] = await admins();
    const { order } = await lockedOrder(server, '1000.00');
    expect(order.fee).toBe('1.00');
    expect(await decide(chen, await askFee(lin, '50'))).toBe('SUCCESS');
    const { listing } = await sellerWithListing(server, { quantity: '1000.00' });
    const buyer = await server.member();
    const lock = { listingId: listing.id, version: String(listing.version), quantity: '1000.00' };
    const there = await atNode(buyer);
    const seen = await there.send('/order/lock', { ...lock, feeSeen: '10' });
    expect(seen).toMatchObject({ outcome: 'LISTING_FEE_ROSE', data: { percent: '0.5' } });
    const locked = await there.send<CallOutput<'/order/lock'>>('/order/lock', { ...lock, feeSeen: '50' });
    expect(locked.data.order).toMatchObject({ fee: '5.00', receives: '995.00' });
    expect((await terms(buyer)).feeBasisPoints).toBe(50);
    const market = await buyer.call('/listing/market', { coin: 'TWD' });
    expect(market.items.every(({ feeBasisPoints }) => feeBasisPoints === 50)).toBe(true);
  });

  it('is released with the fee of its lock', async () => {
    const [lin, chen] = await admins();
    const { seller, buyer, order } = await lockedOrder(server, '1000.00');
    expect(await decide(chen, await askFee(lin, '0'))).toBe('SUCCESS');
    await buyer.call('/order/paid', paidInput(order));
    const released = await seller.call('/order/release', { orderId: order.orderId, version: '2' });
    expect(released.order).toMatchObject({ state: 'FINISHED', fee: '1.00', receives: '999.00' });
  });

  it('has the clocks that hold when they begin, and keeps one that runs', async () => {
    const admin = await server.operator('admin');
    const [paidBefore, paidAfter] = [await lockedOrder(server), await lockedOrder(server)];
    const before = await paidBefore.buyer.call('/order/paid', paidInput(paidBefore.order));
    expect((await ack(admin, '30')).outcome).toBe('SUCCESS');
    const after = await paidAfter.buyer.call('/order/paid', paidInput(paidAfter.order));
    expect([minutesLeft(before.order), minutesLeft(after.order)]).toEqual([15, 30]);
    const again = await paidBefore.buyer.call('/order/detail', { orderId: before.order.orderId });
    expect(minutesLeft(again.order)).toBe(15);
  });

  it('that nobody paid has the time to check that operators have set', async () => {
    const admin = await server.operator('admin');
    const { buyer, order } = await lockedOrder(server);
    await change(admin, { name: 'clock.grace', seen: '10', value: '25' });
    await server.database.setClock('16 minutes');
    await buyer.send('/order/cancel', {
      orderId: order.orderId,
      version: '1',
      notPaid: '1',
      reason: 'other',
    });
    const { order: late } = await buyer.call('/order/detail', { orderId: order.orderId });
    expect(late.state).toBe('GRACE');
    expect(minutesLeft(late)).toBe(25);
  });
});

describe('a member', () => {
  it('has as many orders at once as operators let the level have', async () => {
    const [lin, chen] = await admins();
    const { data } = await change(lin, { name: 'limit.locksOfLevel0', seen: '1', value: '2' });
    const { buyer } = await lockedOrder(server);
    const lock = async () => {
      const { listing } = await sellerWithListing(server);
      return (
        await buyer.client.send('/order/lock', { listingId: listing.id, version: '1', quantity: '3000.00' })
      ).outcome;
    };
    expect(await lock()).toBe('LOCK_CAP_REACHED');
    expect(await decide(chen, defined(data.requestId, 'a limit is asked for'))).toBe('SUCCESS');
    expect(await lock()).toBe('SUCCESS');
    expect(await lock()).toBe('LOCK_CAP_REACHED');
    const own = await buyer.call('/member/account/use-level-get', {});
    expect(own).toMatchObject({ locksMax: 2, levels: [{ locksMax: 2 }, { locksMax: 1 }, { locksMax: 3 }] });
  });

  it('publishes only with a time to pay that is offered now', async () => {
    const admin = await server.operator('admin');
    await change(admin, { name: 'clock.pay', seen: '15,20,30,45,60', value: '20,30' });
    await expect(sellerWithListing(server)).rejects.toThrow('PAY_WINDOW_NOT_OFFERED');
  });
});
