import {
  findTransition,
  isBuilt,
  ORDER_STATES,
  placeAfter,
  requestAfter,
  TRANSITIONS,
  type RequestReason,
  type RulingName,
  type Situation,
  type Transition,
} from '@holdfast/contract/orders';
import { settingsAt } from '@holdfast/contract/settings';
import { defined, minor, toOrderId, type OperatorId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { settleDowntimes } from '#platform/maintenance/downtime.store.ts';
import { missingExtra } from '#testing/orders/carried.ts';
import { replayFaults } from '#testing/replay.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { paidInput, sellerWithListing } from '#testing/traders.ts';
import { applyTransition } from './apply-transition.ts';
import { cancelForRisk } from './cancel-for-risk.ts';
import { fireDue } from './fire-due.ts';
import { FIRING_TIMERS } from './order.rules.ts';
import { selectOrderForUpdate } from './order.store.ts';
import { moveClocks } from './outages.ts';
import { enqueueRiskCancel } from './risk-cancel.store.ts';
import { ruleOnOrder, selectRuled } from './rule-on-order.ts';

const server = await testServer();
const { db, owner } = server.database;

interface Traded {
  readonly seller: TestMember;
  readonly buyer: TestMember;
  readonly orderId: string;
  readonly way: readonly string[];
  version: number;
}

/** Lets the time of one clock after the other pass until the transition has happened: reminders may come before it. */
const letTimePass = (id: string) => async (traded: Traded) => {
  for (let clocks = 0; clocks < 4; clocks += 1) {
    const { rows } = await sql<{ ahead: string }>`
      select (min(due_at) - now() + interval '1 second')::text as ahead from orders.timer
      where order_id = ${traded.orderId} and name = any(${FIRING_TIMERS})`.execute(owner);
    await server.database.setClock(rows[0]?.ahead ?? '0');
    await fireDue(db, toOrderId(traded.orderId));
    if ((await lastOf(traded.orderId)).transition === id) return;
  }
};

async function lastOf(orderId: string) {
  const { rows } = await sql<{ transition: string; version: number }>`
    select transition, version from orders.event where order_id = ${orderId} order by version desc limit 1`.execute(
    owner,
  );
  return defined(rows[0], 'an order has an event');
}

/** A request that the end of STUCK_SELF is to meet is made shortly before it. */
async function comeClose({ orderId, way }: Traded) {
  if (way.at(-1) !== 'T26') return;
  const { rows } = await sql<{ ahead: string }>`
    select (due_at - now() - interval '5 minutes')::text as ahead from orders.timer where order_id = ${orderId} and name = 'self'`.execute(
    owner,
  );
  await server.database.setClock(rows[0]?.ahead ?? '0');
}
const ask = (reason: RequestReason) => async (traded: Traded) => {
  await comeClose(traded);
  const { seller, orderId, version } = traded;
  return seller.call('/order/request-cancel', { orderId, version: String(version), reason });
};
const askPaid = (reason: RequestReason) => async (traded: Traded) => {
  await comeClose(traded);
  const { buyer, orderId, version } = traded;
  return buyer.call('/order/request-cancel-after-paid', { orderId, version: String(version), reason });
};
const allow = ({ seller, orderId, version }: Traded) =>
  seller.call('/order/allow-cancel', { orderId, version: String(version), nothingMoved: '1' });
const denyAsPayee = ({ seller, orderId, version }: Traded) =>
  seller.call('/order/deny-cancel', { orderId, version: String(version), reason: 'still-checking' });
/** What an operator decides, as its call does it once claim and second person are there. */
const ruling =
  (name: RulingName, payerPart: bigint | null = null) =>
  async ({ orderId, version }: Traded) =>
    inTransaction(db, async (tx) => {
      const id = toOrderId(orderId);
      const ruled = defined(await selectRuled(tx, { orderId: id, version }, { locks: true }), 'the order');
      const done = await ruleOnOrder(tx, ruled, {
        ruling: {
          orderId: id,
          version,
          ruling: name,
          reason: 'other',
          text: 'decided',
          fault: 'none',
          evidence: ['event-1'],
          payerPart: payerPart === null ? null : minor(ruled.order.coin, payerPart),
        },
        settings: settingsAt([], new Date(0)),
        rulers: { ruledBy: '1' as OperatorId, approvedBy: '2' as OperatorId },
      });
      expect(done).toBe(true);
    });

/** What the parties, time and our own faults do, by the transition that follows. */
const STEPS = {
  T8: ({ buyer, orderId, version }) => buyer.call('/order/paid', paidInput({ orderId, version })),
  T12: ({ buyer, orderId, version }) =>
    buyer.call('/order/cancel', { orderId, version: String(version), notPaid: '1', reason: 'seller-asked' }),
  T22: ({ seller, orderId, version }) => seller.call('/order/release', { orderId, version: String(version) }),
  // Before the time to pay ends the request must be over, or must not.
  T13: async ({ seller, orderId, version, way }) => {
    await server.database.setClock(way.includes('T9') || way.includes('T6') ? '6 minutes' : '0');
    await seller.call('/order/request-cancel', { orderId, version: String(version), reason: 'other' });
  },
  T14: ({ buyer, orderId, version }) =>
    buyer.call('/order/allow-cancel', { orderId, version: String(version), nothingMoved: '1' }),
  T15: ({ buyer, orderId, version }) =>
    buyer.call('/order/deny-cancel', { orderId, version: String(version) }),
  'T15.silence': letTimePass('T15.silence'),
  T16: askPaid('not-paid-after-all'),
  'T16.case': askPaid('seller-asked'),
  T17: allow,
  T18: letTimePass('T18'),
  T19: ({ seller, orderId, version }) =>
    seller.call('/order/deny-as-received', { orderId, version: String(version) }),
  T20: denyAsPayee,
  'T20.case': denyAsPayee,
  T21: ask('not-received'),
  'T21.stuck': ask('not-received'),
  T21a: ({ buyer, orderId, version }) =>
    buyer.call('/order/allow-cancel-after-paid', { orderId, version: String(version), nothingMoved: '1' }),
  T21b: ({ buyer, orderId, version }) =>
    buyer.call('/order/deny-cancel', { orderId, version: String(version) }),
  'T21b.silence': letTimePass('T21b.silence'),
  T27: ask('other'),
  'T27.payer': askPaid('other'),
  'T21b.stuck': ({ buyer, orderId, version }) =>
    buyer.call('/order/deny-cancel', { orderId, version: String(version) }),
  'T21b.stuck-silence': letTimePass('T21b.stuck-silence'),
  'T27.locked': ({ buyer, orderId, version }) =>
    buyer.call('/order/cancel', { orderId, version: String(version), notPaid: '1', reason: 'other' }),
  T9: letTimePass('T9'),
  T11: letTimePass('T11'),
  T23: letTimePass('T23'),
  T24: letTimePass('T24'),
  T25: async ({ seller, orderId, version }) => {
    await server.database.setClock('6 minutes');
    await seller.call('/order/appeal', { orderId, version: String(version), reason: 'nothing-came' });
  },
  T26: letTimePass('T26'),
  T6: letTimePass('T6'),
  T7: ({ seller, orderId, version }) =>
    seller.call('/order/extend', { orderId, version: String(version), minutes: '30' }),
  'T7.ask': ({ buyer, orderId, version }) =>
    buyer.call('/order/ask-time', { orderId, version: String(version), minutes: '10' }),
  T10: ({ buyer, orderId, version }) =>
    buyer.call('/order/paid', { ...paidInput({ orderId, version }), paidAt: new Date().toISOString() }),
  T28: ruling('release'),
  T29: ruling('cancel'),
  'T29.risk': async ({ seller }) => {
    await inTransaction(db, (tx) => enqueueRiskCancel(tx, seller.id));
    await cancelForRisk(db);
  },
  T30: ruling('split', 5_000n),
  'T30.offer': ({ buyer, orderId, version }) =>
    buyer.call('/order/split', { orderId, version: String(version), payerPart: '50.00' }),
  // Both answer an offer, which leaves the situation as it was.
  'T30.agreed': async ({ seller, buyer, orderId, version }) => {
    const half = { orderId, payerPart: '50.00' };
    const { order } = await buyer.call('/order/split', { ...half, version: String(version) });
    await seller.call('/order/split', { ...half, version: String(order.version) });
  },
  'T30.decline': async ({ seller, buyer, orderId, version }) => {
    const offer = { orderId, payerPart: '50.00', version: String(version) };
    const { order } = await seller.call('/order/split', offer);
    await buyer.call('/order/decline-split', { orderId, version: String(order.version) });
  },
  T31: async (traded) => {
    await server.issueTo(traded.seller, 'TWD', '200.00'); // what went back may be listed
    await ruling('relock')(traded);
  },
  'T31.claim': ({ buyer, orderId, version }) =>
    buyer.call('/order/late-claim', { orderId, version: String(version), text: '13:58 從台新銀行轉的' }),
  T31a: ({ seller, orderId, version }) =>
    seller.call('/order/appeal', {
      orderId,
      version: String(version),
      reason: 'other',
      text: '想再請客服看一次',
    }),
  'T12.blame': ({ seller, orderId, version }) =>
    seller.call('/order/take-blame', { orderId, version: String(version) }),
  T33: async () => {
    await sql`delete from platform.downtime`.execute(owner);
    await sql`insert into platform.downtime (kind, starts_at, ends_at)
              values ('outage', platform.app_now(), platform.app_now() + interval '1 second')`.execute(owner);
    await sql`select platform.set_clock(platform.app_now() - now() + interval '2 seconds')`.execute(owner);
    await settleDowntimes(db, moveClocks);
  },
  T32: ({ orderId }) =>
    inTransaction(db, async (tx) => {
      const order = defined(await selectOrderForUpdate(tx, toOrderId(orderId)), 'the order');
      const transition = defined(
        findTransition({ at: order.state, request: order.request?.by ?? null }, 'fault', 'system'),
        'any live order can fail',
      );
      const detail = { reason: 'deadline-failed' };
      await applyTransition(tx, order, {
        transition,
        settings: settingsAt([], new Date(0)),
        actor: 'system',
        actorId: null,
        detail,
      });
    }),
} as const satisfies Readonly<Record<string, (traded: Traded) => Promise<unknown>>>;
type StepId = keyof typeof STEPS;

/** Of orders that have been accepted; what comes before is replayed by `accept-order.db.test.ts`. */
const isOfOrders = ({ from }: Transition) =>
  from.some((place) => place !== 'ACCEPT_WAIT' && (ORDER_STATES as readonly string[]).includes(place));
const keyOf = ({ at, request }: Situation) => `${at} ${request ?? ''}`;

/** A shortest way to every situation that works today, from the lock on, and from each of them every next step. */
function waysFrom(start: Situation): StepId[][] {
  const ways: StepId[][] = [];
  const shortest = new Map<string, StepId[]>([[keyOf(start), []]]);
  const open: Situation[] = [start]; // it grows while it is read
  for (const here of open) {
    const way = shortest.get(keyOf(here)) ?? [];
    for (const next of TRANSITIONS.filter((it) => leadsOn(it, here))) {
      const there = {
        at: placeAfter(next, here.at),
        request: requestAfter(next, here.request ?? null),
      };
      const further = [...way, next.id as StepId];
      ways.push(further);
      if (shortest.has(keyOf(there))) continue;
      shortest.set(keyOf(there), further);
      open.push(there);
    }
  }
  return ways.filter((way) => !ways.some((longer) => longer.length > way.length && isBegun(longer, way)));
}

const isBegun = (longer: readonly StepId[], way: readonly StepId[]) =>
  way.every((id, index) => longer[index] === id);

/** A case stays one: another fault of it changes nothing. */
const leadsOn = (it: Transition, { at, request }: Situation) =>
  isBuilt(it) &&
  it.id in STEPS &&
  it.from.includes(at) &&
  (it.request ?? ['none']).includes(request ?? 'none') &&
  !(it.id === 'T32' && at === 'STUCK_CASE');

const WAYS = waysFrom({ at: 'LOCKED', request: null });
const RETURNS: readonly string[] = TRANSITIONS.filter(({ escrow }) => escrow === 'return').map(
  ({ id }) => id,
);

it('goes every step that works today', () => {
  const used = new Set<string>(WAYS.flat());
  const live = TRANSITIONS.filter((it) => isBuilt(it) && isOfOrders(it)).map(({ id }) => id);
  expect([...used].toSorted()).toEqual(live.toSorted());
});

afterEach(() => server.database.setClock('0'));

describe('the events of an order alone give its row, its clocks, what it moved and what may be done', () => {
  it.each([
    ...WAYS.map((way) => ({ name: ['T2', ...way].join(' '), way, isClosed: false })),
    ...WAYS.filter((way) => way.some((id) => RETURNS.includes(id))).map((way) => ({
      name: ['T2', ...way, 'of a closed listing'].join(' '),
      way,
      isClosed: true,
    })),
  ])('$name', async ({ way, isClosed }) => {
    const { seller, listing } = await sellerWithListing(server, { quantity: '300.00' });
    const buyer = await server.member();
    const lock = { listingId: listing.id, version: '1', quantity: '200.00' };
    const { order } = await buyer.call('/order/lock', lock);
    if (isClosed) await seller.call('/listing/close', { listingId: listing.id, version: '1' });
    const traded: Traded = { seller, buyer, orderId: order.orderId, way, version: 1 };
    for (const id of way) {
      await STEPS[id](traded);
      const { transition, version } = await lastOf(order.orderId);
      expect(transition).toBe(id);
      traded.version = version;
      expect(await replayFaults(owner), `after ${id}`).toEqual([]);
    }
    await server.database.setClock('0'); // else the sessions of both would be over
    for (const member of [seller, buyer])
      expect(missingExtra((await member.call('/member/notification/list', {})).items)).toEqual([]);
  });
});

describe('a replay', () => {
  it.each([
    ['row', `update orders.orders set fault = 'payee' where id = `],
    ['clocks', `update orders.timer set due_at = due_at + interval '1 second' where order_id = `],
    ['actions', `update orders.orders set ended_at = ended_at - interval '71 hours' where id = `],
  ])('finds an order whose %s is not what its events say', async (what, bend) => {
    const { listing } = await sellerWithListing(server, { quantity: '200.00' });
    const buyer = await server.member();
    const { order } = await buyer.call('/order/lock', {
      listingId: listing.id,
      version: '1',
      quantity: '200.00',
    });
    if (what === 'actions')
      await buyer.call('/order/cancel', {
        orderId: order.orderId,
        version: '1',
        notPaid: '1',
        reason: 'other',
      });
    const tx = await owner.startTransaction().execute();
    await sql.raw(`${bend}${order.orderId}`).execute(tx);
    const faults = await replayFaults(tx);
    await tx.rollback().execute();
    expect(faults.map((fault) => fault.split(' ')[0])).toContain(what);
  });
});
