import {
  findTransition,
  isBuilt,
  ORDER_STATES,
  placeAfter,
  TRANSITIONS,
  type OrderState,
  type OrderTimer,
  type RulingName,
} from '@holdfast/contract/orders';
import { settingsAt } from '@holdfast/contract/settings';
import { defined, minor, toOrderId, type OperatorId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { replayFaults } from '#testing/replay.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { paidInput, sellerWithListing } from '#testing/traders.ts';
import { applyTransition } from './apply-transition.ts';
import { fireDue } from './fire-due.ts';
import { selectOrderForUpdate } from './order.store.ts';
import { ruleOnOrder, selectRuled } from './rule-on-order.ts';

const server = await testServer();
const { db, owner } = server.database;

interface Traded {
  readonly seller: TestMember;
  readonly buyer: TestMember;
  readonly orderId: string;
  version: number;
}

/** Lets time pass until this clock of the order has ended. */
const letEnd = (clock: OrderTimer) => async (traded: Traded) => {
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from due_at - now())::float / 60 as minutes from orders.timer where order_id = ${traded.orderId} and name = ${clock}`.execute(
    owner,
  );
  await server.database.setClock(`${Math.ceil(rows[0]?.minutes ?? NaN)} minutes`);
  await fireDue(db, toOrderId(traded.orderId));
};

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
  T6: letEnd('remindExtend'),
  T7: ({ seller, orderId, version }) =>
    seller.call('/order/extend', { orderId, version: String(version), minutes: '30' }),
  'T7.ask': ({ buyer, orderId, version }) =>
    buyer.call('/order/ask-time', { orderId, version: String(version), minutes: '10' }),
  T9: letEnd('pay'),
  T10: ({ buyer, orderId, version }) =>
    buyer.call('/order/paid', { ...paidInput({ orderId, version }), paidAt: new Date().toISOString() }),
  T11: letEnd('grace'),
  T23: letEnd('ackReminder'),
  T24: letEnd('ack'),
  T25: ({ seller, orderId, version }) =>
    seller.call('/order/appeal', { orderId, version: String(version), reason: 'nothing-came' }),
  T28: ruling('release'),
  T29: ruling('cancel'),
  T30: ruling('split', 5_000n),
  T31: async (traded) => {
    await server.issueTo(traded.seller, 'TWD', '200.00'); // what went back may be listed
    await ruling('relock')(traded);
  },
  T26: letEnd('self'),
  'T31.claim': ({ buyer, orderId, version }) =>
    buyer.call('/order/late-claim', { orderId, version: String(version), text: '13:58 從台新銀行轉的' }),
  T31a: ({ seller, orderId, version }) =>
    seller.call('/order/appeal', {
      orderId,
      version: String(version),
      reason: 'other',
      text: '想再請客服看一次',
    }),
  T32: ({ orderId }) =>
    inTransaction(db, async (tx) => {
      const order = defined(await selectOrderForUpdate(tx, toOrderId(orderId)), 'the order');
      const transition = defined(
        findTransition({ at: order.state }, 'fault', 'system'),
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
const isOfOrders = ({ from }: (typeof TRANSITIONS)[number]) =>
  from.some((place) => place !== 'ACCEPT_WAIT' && (ORDER_STATES as readonly string[]).includes(place));

/** Rulings, of the many ways to them: from a case that time or a relock opened, and a force cancel of an order that only waits to be paid. */
function isRuledHere(id: string, way: readonly StepId[]): boolean {
  const last = way.at(-1);
  if (id === 'T31') return way.length <= 2;
  const isOfCase = last === 'T31' || (last === 'T26' && !way.includes('T25'));
  return isOfCase || (id === 'T29' && last === undefined);
}
const RULED: readonly string[] = ['T28', 'T29', 'T30', 'T31'];

/** What leads nowhere new. A way goes once by one of them, and from there on only the first way to an end. */
const isAside = (id: string) => ['T6', 'T7', 'T7.ask', 'T23', 'T31.claim', 'T31a'].includes(id);

/** Every way through what works today, from the lock until nothing more can happen. */
function waysFrom(state: OrderState, way: readonly StepId[] = []): StepId[][] {
  // A case stays one: another fault of it changes nothing.
  const next = TRANSITIONS.filter(
    (it) =>
      isBuilt(it) &&
      it.id in STEPS &&
      it.from.includes(state) &&
      !way.includes(it.id as StepId) &&
      !(it.id === 'T32' && (state === 'STUCK_CASE' || way.includes('T31'))) &&
      (!RULED.includes(it.id) || isRuledHere(it.id, way)) &&
      !(it.id === 'T25' && state === 'PAID') && // a reminder comes first
      !(isAside(it.id) && way.some(isAside)),
  );
  return next.length === 0
    ? [[...way]]
    : (way.some(isAside) ? next.slice(0, 1) : next).flatMap((it) =>
        waysFrom(placeAfter(it, state) as OrderState, [...way, it.id as StepId]),
      );
}
const WAYS = waysFrom('LOCKED');
const RETURNS: readonly string[] = TRANSITIONS.filter(({ escrow }) => escrow === 'return').map(
  ({ id }) => id,
);

it('goes every way that works today', () => {
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
    const traded: Traded = { seller, buyer, orderId: order.orderId, version: 1 };
    for (const id of way) {
      await STEPS[id](traded);
      traded.version += 1;
      expect(await replayFaults(owner), `after ${id}`).toEqual([]);
    }
    const { rows } =
      await sql`select transition from orders.event where order_id = ${order.orderId} order by version`.execute(
        owner,
      );
    expect(rows).toEqual(['T2', ...way].map((transition) => ({ transition })));
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
