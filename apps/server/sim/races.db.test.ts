import { isDeepStrictEqual } from 'node:util';
import { findErrorByCode } from '@holdfast/contract/errors';
import { defined } from '@holdfast/kernel';
import { simulation } from '@holdfast/testkit';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, it } from 'vitest';
import { brokenInvariants } from '#testing/orders/invariants.ts';
import { rule } from '#testing/orders/steps.ts';
import { BenchMember } from '../bench/trade-member.ts';
import { list, makePair, startCluster, type Pair } from './cluster.ts';

/**
 * Who comes first when everybody comes at once (docs/spec/orders.md, 8.4): three servers on one database, fifty requests at a time. One wins,
 * the others are refused by name, and nothing happens twice. `npm run test:long -- races` goes ten times as many rounds.
 */

const AT_ONCE = 50;
/** Of each request of a race, on each of two orders: below what a member may send in a minute, and together about as many. */
const COPIES = 13;
const ROUNDS = 20 * simulation.scale;
const TIMEOUT = { timeout: 240_000 * simulation.scale };

const three = await startCluster(3);
const { db, urls } = three;
afterAll(() => three.stop());
afterEach(() => three.setClock('0'));
const pairs = [await makePair(three, '90000000001'), await makePair(three, '90000000002')];
const lockers: BenchMember[] = [];
while (lockers.length < AT_ONCE)
  lockers.push(await BenchMember.register(urls[lockers.length % urls.length] ?? '', three.books));

let requests = 0;
const listed = (pair: Pair, options?: { askFirst: boolean }) =>
  list(three, pair, `race-${(requests += 1)}`, options);

/** What a request may answer that has not won. */
const CLEAN = new Set([
  'ORDER_STATE_CHANGED',
  'ORDER_ACTION_NOT_ALLOWED',
  'LISTING_NOT_AVAILABLE',
  'LISTING_CHANGED',
  'LISTING_BUSY',
  'LISTING_OWN_ORDER',
  'RATE_LIMITED',
  // Of a busy machine: it has waited too long for the row, and may be sent again.
  'DATABASE_UNAVAILABLE',
  'OVERLOADED',
]);

interface Answer {
  readonly name: string;
  readonly data: unknown;
}
type Ask = (at: string) => Promise<{ errorCode: number; data: unknown }>;

/** So many at once, by turns of who asks and of which server is asked. */
async function race(asks: readonly Ask[], count: number): Promise<Answer[]> {
  const replies = await Promise.all(
    Array.from({ length: count }, (_, turn) =>
      defined(
        asks[turn % asks.length],
        'somebody asks',
      )(urls[Math.floor(turn / asks.length) % urls.length] ?? ''),
    ),
  );
  return replies.map(({ errorCode, data }) => ({ name: findErrorByCode(errorCode) ?? '?', data }));
}

const wonBy = (answers: readonly Answer[]) => answers.filter(({ name }) => name === 'SUCCESS').length;
const namesOf = (answers: readonly Answer[]) =>
  [...Map.groupBy(answers, ({ name }) => name)].map(([name, all]) => `${name} ${all.length}`).join(', ');
const uncleanOf = (answers: readonly Answer[]) => [
  ...new Set(answers.map(({ name }) => name).filter((name) => name !== 'SUCCESS' && !CLEAN.has(name))),
];

/** The events of an order after a version, each with who caused it. */
async function eventsAfter(
  orderId: string,
  version: number,
): Promise<{ transition: string; actor: string }[]> {
  const { rows } = await sql<{ transition: string; actor: string }>`
    select transition, actor from orders.event where order_id = ${orderId} and version > ${version} order by version`.execute(
    db,
  );
  return rows;
}

async function lockedOrder(pair: Pair, options?: { askFirst: boolean }) {
  const listingId = await listed(pair, options);
  const { order } = await pair.buyer.call('/order/lock', { listingId, version: '1', quantity: '200.00' });
  return { orderId: order.orderId, version: String(order.version) };
}

/** The owner looks at each order before its buyer sees where to pay. */
const askedOrder = (pair: Pair) => lockedOrder(pair, { askFirst: true });

async function paidOrder(pair: Pair) {
  const on = await lockedOrder(pair);
  const { order } = await pair.buyer.call('/order/paid', { ...on, ...PAID });
  return { orderId: order.orderId, version: String(order.version) };
}

/** The payer asks to cancel what was paid. */
async function requestedOrder(pair: Pair) {
  const on = await paidOrder(pair);
  const asked = { ...on, reason: 'not-paid-after-all' } as const;
  const { order } = await pair.buyer.call('/order/request-cancel-after-paid', asked);
  return { orderId: order.orderId, version: String(order.version) };
}

/** An order that still runs would count against its locker in the next rounds. */
async function end(id: string | null | undefined) {
  if (!id) return;
  const { rows } = await sql<{ version: number }>`
    select version from orders.orders where id = ${id} and ended_at is null`.execute(db);
  if (rows[0]) await rule(db, { orderId: id, version: rows[0].version, name: 'cancel' });
}

const PAID = { payType: 'bank', paidBank: '013', lastFive: '20002', payer: '陳試用' } as const;
type On = Awaited<ReturnType<typeof lockedOrder>>;

/** What each side does at the same moment, and what may come of it. */
const RACES: Readonly<
  Record<
    string,
    {
      readonly start: (pair: Pair) => Promise<On>;
      readonly asks: (pair: Pair, on: On, proofFileId: string) => Ask[];
      /** Every one of these sequences of transitions is right. */
      readonly ends: readonly (readonly string[])[];
      readonly clock?: string;
      readonly operator?: true;
    }
  >
> = {
  'accept against decline and withdrawal': {
    start: askedOrder,
    asks: ({ seller, buyer }, on) => [
      (at) => seller.ask('/order/accept', on, { at }),
      (at) => seller.ask('/order/decline', { ...on, reason: 'not-available' }, { at }),
      (at) => buyer.ask('/order/cancel', { ...on, notPaid: '1', reason: 'changed-mind' }, { at }),
    ],
    ends: [['T3'], ['T4'], ['T5a']],
  },
  'accept against the end of the time to accept': {
    start: askedOrder,
    asks: ({ seller }, on) => [(at) => seller.ask('/order/accept', on, { at })],
    clock: '3 minutes',
    ends: [['T3'], ['T5']],
  },
  'paid against cancel': {
    start: (pair) => lockedOrder(pair),
    asks: ({ buyer }, on, proofFileId) => [
      (at) => buyer.ask('/order/paid', { ...on, ...PAID, proofFileId }, { at }),
      (at) => buyer.ask('/order/cancel', { ...on, notPaid: '1', reason: 'changed-mind' }, { at }),
    ],
    ends: [['T8'], ['T12']],
  },
  'cancel against release': {
    start: (pair) => lockedOrder(pair),
    asks: ({ seller, buyer }, on) => [
      (at) => buyer.ask('/order/cancel', { ...on, notPaid: '1', reason: 'changed-mind' }, { at }),
      (at) => seller.ask('/order/release', on, { at }),
    ],
    ends: [['T12'], ['T22']],
  },
  'release against a request to cancel': {
    start: paidOrder,
    asks: ({ seller, buyer }, on) => [
      (at) => seller.ask('/order/release', on, { at }),
      (at) => buyer.ask('/order/request-cancel-after-paid', { ...on, reason: 'not-paid-after-all' }, { at }),
    ],
    ends: [['T22'], ['T16', 'T22'], ['T16']],
  },
  'both ask to cancel': {
    start: paidOrder,
    asks: ({ seller, buyer }, on) => [
      (at) => seller.ask('/order/request-cancel', { ...on, reason: 'not-received' }, { at }),
      (at) => buyer.ask('/order/request-cancel-after-paid', { ...on, reason: 'not-paid-after-all' }, { at }),
    ],
    ends: [['T16', 'T27'], ['T21', 'T27.payer'], ['T16'], ['T21']],
  },
  'force cancel against paid': {
    start: (pair) => lockedOrder(pair),
    asks: ({ buyer }, on, proofFileId) => [
      (at) => buyer.ask('/order/paid', { ...on, ...PAID, proofFileId }, { at }),
    ],
    operator: true,
    ends: [['T8'], ['T29']],
  },
  'paid against the end of the time to pay': {
    start: (pair) => lockedOrder(pair),
    asks: ({ buyer }, on, proofFileId) => [
      (at) => buyer.ask('/order/paid', { ...on, ...PAID, proofFileId }, { at }),
    ],
    clock: '15 minutes',
    ends: [['T8'], ['T6', 'T8'], ['T6', 'T9'], ['T9']],
  },
  'more time against the end of the time to pay': {
    start: (pair) => lockedOrder(pair),
    asks: ({ seller }, on) => [(at) => seller.ask('/order/extend', { ...on, minutes: '30' }, { at })],
    clock: '15 minutes',
    ends: [['T7'], ['T6', 'T7'], ['T6', 'T9'], ['T9']],
  },
  'release against the end of the time to confirm': {
    start: paidOrder,
    asks: ({ seller }, on) => [(at) => seller.ask('/order/release', on, { at })],
    clock: '15 minutes',
    ends: ['T22', 'T24'].flatMap((end) => [[end], ['T23', end], ['T23', 'T23', end]]),
  },
  'an answer to a request against its end': {
    start: requestedOrder,
    asks: ({ seller }, on) => [
      (at) => seller.ask('/order/allow-cancel', { ...on, nothingMoved: '1' }, { at }),
      (at) => seller.ask('/order/deny-as-received', on, { at }),
    ],
    clock: '10 minutes',
    ends: [['T17'], ['T18'], ['T19']],
  },
};

it('lets one of fifty lockers have the last of a listing', TIMEOUT, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const listingId = await listed(defined(pairs[0], 'a seller'));
    const asks = lockers.map(
      (locker) => (at: string) =>
        locker.ask('/order/lock', { listingId, version: '1', quantity: '200.00' }, { at }),
    );
    const answers = await race([...asks.slice(1), defined(asks[1], 'a locker who taps twice')], AT_ONCE);
    expect({ won: wonBy(answers), unclean: uncleanOf(answers) }, `round ${round}`).toEqual({
      won: 1,
      unclean: [],
    });
    const { rows } = await sql<{ id: string; locker: string }>`
      select id::text, locker_id::text as locker from orders.orders where listing_id = ${listingId}`.execute(
      db,
    );
    expect(rows).toHaveLength(1);
    await end(rows[0]?.id);
  }
  expect(await brokenInvariants(db)).toEqual([]);
});

it('closes a listing or locks of it, and leaves no part of it with nobody', TIMEOUT, async () => {
  const pair = defined(pairs[0], 'a seller');
  const outcomes = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const listingId = await listed(pair);
    const on = { listingId, version: '1' };
    const asks: Ask[] = [
      (at) => pair.seller.ask('/listing/close', on, { at }),
      (at) => pair.seller.ask('/listing/pause', on, { at }),
      ...lockers
        .slice(0, 8)
        .map((locker) => (at: string) => locker.ask('/order/lock', { ...on, quantity: '200.00' }, { at })),
    ];
    // The first to ask nearly always wins: sometimes the owner, sometimes a locker.
    const answers = await race(round % 2 === 0 ? asks : asks.toReversed(), AT_ONCE);
    const said = `round ${round}: ${namesOf(answers)}`;
    expect(
      uncleanOf(answers).filter((name) => name !== 'LISTING_NOT_OPEN'),
      said,
    ).toEqual([]);
    const { rows } = await sql<{ id: string | null; state: string; listing: string; remaining: bigint }>`
      select o.id::text, o.state, l.state as listing, l.remaining from orders.listing l left join orders.orders o on o.listing_id = l.id
      where l.id = ${listingId}`.execute(db);
    const [row] = rows;
    expect(rows.length, said).toBe(1);
    const outcome = `${row?.id ? row.state : row?.listing} ${row?.remaining}`;
    // Locked whole, closed, or paused with all that was in it.
    expect(['LOCKED 0', 'CLOSED 0', 'PAUSED 20000'], said).toContain(outcome);
    outcomes.add(outcome);
    await end(row?.id);
    await sql`delete from platform.rate_limit`.execute(db);
  }
  expect(outcomes.size).toBeGreaterThan(1);
  expect(await brokenInvariants(db)).toEqual([]);
});

/** What one member does on several listings or orders: together they stay within what the member may. Somebody new in each round: a server remembers whom it limits. */
const APART = 6;
const PARTED_ROUNDS = Math.ceil(ROUNDS / 4);

it('lets one member lock no more than allowed, on however many listings at once', TIMEOUT, async () => {
  const seller = await makePair(three, '90000000003');
  const listings = [];
  while (listings.length < APART) listings.push(await listed(seller));
  for (let round = 0; round < PARTED_ROUNDS; round += 1) {
    const newcomer = await BenchMember.register(urls[0] ?? '', three.books);
    const asks = listings.map(
      (listingId) => (at: string) =>
        newcomer.ask('/order/lock', { listingId, version: '1', quantity: '200.00' }, { at }),
    );
    const answers = await race(asks, APART * 8);
    const said = `round ${round}: ${namesOf(answers)}`;
    expect({ won: wonBy(answers), unclean: uncleanOf(answers) }, said).toEqual({
      won: 1,
      unclean: ['LOCK_CAP_REACHED'],
    });
    const { rows } = await sql<{ id: string }>`
      select id::text from orders.orders where locker_id = ${await newcomer.idIn(db)} and ended_at is null`.execute(
      db,
    );
    expect(rows, said).toHaveLength(1);
    await end(rows[0]?.id);
  }
  expect(await brokenInvariants(db)).toEqual([]);
});

it('lets one member cancel no more than a day allows, however many orders at once', TIMEOUT, async () => {
  for (let round = 0; round < PARTED_ROUNDS; round += 1) {
    const pair = await makePair(three, String(90_000_001_000 + round));
    const orders = [];
    while (orders.length < APART) orders.push(await lockedOrder(pair));
    const asks = orders.map(
      (on) => (at: string) =>
        pair.buyer.ask('/order/cancel', { ...on, notPaid: '1', reason: 'changed-mind' }, { at }),
    );
    const answers = await race(asks, APART * 8);
    const said = `round ${round}: ${namesOf(answers)}`;
    // A newcomer may cancel five times.
    expect({ won: wonBy(answers), unclean: uncleanOf(answers) }, said).toEqual({
      won: APART - 1,
      unclean: ['CANCEL_LIMIT'],
    });
    const { rows } = await sql<{ used: number }>`
      select own_fault as used from orders.cancel_day where member_id = ${await pair.buyer.idIn(db)}`.execute(
      db,
    );
    expect(rows, said).toEqual([{ used: APART - 1 }]);
    for (const { orderId } of orders) await end(orderId);
  }
  expect(await brokenInvariants(db)).toEqual([]);
});

type Race = (typeof RACES)[string];

/** One order of a race, whose requests go out when the others' do. */
async function runOne(
  pair: Pair,
  { asks, ends, operator }: Race,
  { on, proofFileId }: { on: On; proofFileId: string },
) {
  const ruling = operator && rule(db, { orderId: on.orderId, version: Number(on.version), name: 'cancel' });
  const both = asks(pair, on, proofFileId);
  const answers = await race(both, both.length * COPIES);
  const ruled = (await ruling) === 'SUCCESS' ? 1 : 0;
  const events = await eventsAfter(on.orderId, Number(on.version));
  const transitions = events.map(({ transition }) => transition);
  const byTime = events.filter(({ actor }) => actor === 'system').length;
  return {
    said: `${namesOf(answers)}: ${transitions.join(' ')}`,
    isOnce: wonBy(answers) + ruled === events.length - byTime,
    isRight: ends.some((end) => isDeepStrictEqual(end, transitions)),
    unclean: uncleanOf(answers),
    // Who comes too late is shown what has happened.
    isShown: answers.every(
      ({ name, data }) =>
        name !== 'ORDER_STATE_CHANGED' ||
        (data as { order?: { orderId: string } }).order?.orderId === on.orderId,
    ),
  };
}

it.each(Object.entries(RACES))('lets one side win: %s', TIMEOUT, async (_, one) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const orders = await Promise.all(
      pairs.map(async (pair) => ({
        pair,
        on: await one.start(pair),
        proofFileId: await pair.buyer.proof(),
      })),
    );
    if (one.clock) await three.setClock(one.clock);
    const results = await Promise.all(orders.map(({ pair, ...order }) => runOne(pair, one, order)));
    for (const { said, ...result } of results)
      expect(result, `round ${round}: ${said}`).toEqual({
        isOnce: true,
        isRight: true,
        unclean: [],
        isShown: true,
      });
    await three.setClock('0');
    for (const { on } of orders) await end(on.orderId);
  }
  expect(await brokenInvariants(db)).toEqual([]);
});
