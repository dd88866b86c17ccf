import { afterEach, describe, expect, it } from 'vitest';
import { testServer } from '#testing/test-server.ts';
import {
  buyerWithListing,
  lockedOrder,
  paidInput,
  readySeller,
  sellerWithListing,
} from '#testing/traders.ts';
import { tripCounter } from '#testing/trips.ts';
import { fireAllDue } from './fire-due.ts';

const server = await testServer({ countsRoundTrips: true });

/** What each command of an order costs: the next one more is a mistake, or has its reason here. */
const trips = tripCounter(server, {
  lock: 9,
  'lock of a buy listing': 11,
  paid: 6,
  release: 9,
  'release again': 8,
  accept: 6,
  decline: 8,
  'ask-time': 6,
  extend: 6,
  'request-cancel': 6,
  'deny-cancel': 6,
  'allow-cancel': 8,
  cancel: 8,
  'take-blame': 10,
  'late-claim': 10,
  'add-proof': 8,
  say: 7,
  'thread/seen': 6,
  'request-cancel-after-paid': 9,
  'allow-cancel-after-paid': 10,
  'deny-as-received': 9,
  rate: 8,
  'report/order/finish': 7,
  appeal: 9,
  split: 8,
  'decline-split': 6,
  'agree to a split': 10,
});
const { count } = trips;
const ROUNDS = 3;

afterEach(() => server.database.setClock('0'));

/** An order, and its two sides, who have seen its newest version. */
async function begun() {
  const { seller, buyer, order } = await lockedOrder(server, '100.00');
  let seen = { orderId: order.orderId, version: String(order.version) };
  /** One transition of the order, counted. */
  const step = async (
    name: Parameters<typeof count>[0],
    command: (input: typeof seen) => Promise<{ order: { version: number } }>,
  ) => {
    const { order: next } = await count(name, () => command(seen));
    seen = { ...seen, version: String(next.version) };
  };
  const pay = async () => {
    const { order: paid } = await buyer.call('/order/paid', { ...paidInput(order), ...seen });
    seen = { ...seen, version: String(paid.version) };
  };
  return { seller, buyer, orderId: order.orderId, step, pay };
}

async function askFirst() {
  const { seller, listing } = await sellerWithListing(server, { quantity: '100.00' });
  const shown = { listingId: listing.id, version: '1', feeSeen: '10', askFirst: '1' } as const;
  await seller.call('/listing/edit', shown);
  const buyer = await server.member();
  const { order } = await buyer.call('/order/lock', {
    listingId: listing.id,
    version: '2',
    quantity: '100.00',
  });
  return { seller, seen: { orderId: order.orderId, version: '1' } };
}

async function answerAsked() {
  const [taken, refused] = [await askFirst(), await askFirst()];
  await count('accept', () => taken.seller.call('/order/accept', taken.seen));
  await count('decline', () =>
    refused.seller.call('/order/decline', { ...refused.seen, reason: 'not-available' }),
  );
}

async function cancelUnpaid() {
  const { seller, buyer, step } = await begun();
  await step('ask-time', (seen) => buyer.call('/order/ask-time', { ...seen, minutes: '10' }));
  await step('extend', (seen) => seller.call('/order/extend', { ...seen, minutes: '10' }));
  const ask = () =>
    step('request-cancel', (seen) => seller.call('/order/request-cancel', { ...seen, reason: 'other' }));
  await ask();
  await step('deny-cancel', (seen) => buyer.call('/order/deny-cancel', seen));
  await ask();
  await step('allow-cancel', (seen) => buyer.call('/order/allow-cancel', { ...seen, nothingMoved: '1' }));
  const other = await begun();
  await other.step('cancel', (seen) =>
    other.buyer.call('/order/cancel', { ...seen, notPaid: '1', reason: 'seller-asked' }),
  );
  await other.step('take-blame', (seen) => other.seller.call('/order/take-blame', seen));
  await other.step('late-claim', (seen) =>
    other.buyer.call('/order/late-claim', { ...seen, text: '13:58 轉帳' }),
  );
}

async function finishPaid() {
  const { seller, buyer, orderId, step, pay } = await begun();
  await pay();
  const fileId = await buyer.proof();
  await count('add-proof', () => buyer.call('/order/add-proof', { orderId, fileId }));
  await count('say', () => buyer.call('/order/say', { orderId, text: '已付款' }));
  await count('thread/seen', () => seller.call('/order/thread/seen', { orderId, number: '1' }));
  await step('request-cancel-after-paid', (seen) =>
    buyer.call('/order/request-cancel-after-paid', { ...seen, reason: 'not-paid-after-all' }),
  );
  await step('deny-as-received', (seen) => seller.call('/order/deny-as-received', seen));
  await count('rate', () => buyer.call('/order/rate', { orderId, stars: '5', recommends: '1', tags: [] }));
  await count('report/order/finish', () => buyer.call('/report/order/finish', { orderId }));
}

async function splitPaid() {
  const { seller, buyer, step, pay } = await begun();
  await pay();
  await server.database.setClock('6 minutes');
  await fireAllDue(server.database.db); // the reminder that a worker sends
  await step('appeal', (seen) => seller.call('/order/appeal', { ...seen, reason: 'nothing-came' }));
  const half = { payerPart: '50.00' };
  await step('split', (seen) => buyer.call('/order/split', { ...seen, ...half }));
  await step('decline-split', (seen) => seller.call('/order/decline-split', seen));
  await step('split', (seen) => buyer.call('/order/split', { ...seen, ...half }));
  await step('agree to a split', (seen) => seller.call('/order/split', { ...seen, ...half }));
  await server.database.setClock('0');
}

async function cancelPaid() {
  const { seller, buyer, step, pay } = await begun();
  await pay();
  await step('request-cancel', (seen) =>
    seller.call('/order/request-cancel', { ...seen, reason: 'not-received' }),
  );
  await step('allow-cancel-after-paid', (seen) =>
    buyer.call('/order/allow-cancel-after-paid', { ...seen, nothingMoved: '1' }),
  );
}

async function trade() {
  const { seller, listing } = await sellerWithListing(server, { quantity: '2000.00' });
  const buyer = await server.member();
  // The secret of the second release is known again.
  for (const release of ['release', 'release again'] as const) {
    const { order } = await count('lock', () =>
      buyer.call('/order/lock', { listingId: listing.id, version: '1', quantity: '1000.00' }),
    );
    const proofFileId = await buyer.proof();
    await count('paid', () => buyer.call('/order/paid', { ...paidInput(order), proofFileId }));
    await count(release, () => seller.call('/order/release', { orderId: order.orderId, version: '2' }));
  }
}

async function takeBuyListing() {
  const { listing } = await buyerWithListing(server);
  const { seller, cardId } = await readySeller(server);
  const input = { listingId: listing.id, version: '1', quantity: '1000.00', cardId };
  await count('lock of a buy listing', () => seller.call('/order/lock', input));
}

/** PostgreSQL plans a prepared statement anew so often before it compares that with one plan for all values, and keeps the cheaper way. */
const CUSTOM_PLANS_MAX = 5;

/** The statements that some connection of the server plans again and again. */
async function replanned(): Promise<string[]> {
  const { pool } = server.database;
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  try {
    const found = await Promise.all(
      clients.map((client) =>
        client.query<{ statement: string }>(
          'select statement from pg_prepared_statements where custom_plans > $1',
          [CUSTOM_PLANS_MAX],
        ),
      ),
    );
    return found.flatMap(({ rows }) => rows.map(({ statement }) => statement));
  } finally {
    for (const client of clients) client.release();
  }
}

describe('a command of an order', () => {
  it('makes few round trips to the database', async ({ annotate }) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await trade();
      await takeBuyListing();
      await answerAsked();
      await cancelUnpaid();
      await finishPaid();
      await splitPaid();
      await cancelPaid();
    }
    await annotate(JSON.stringify(trips.fewest()), 'round trips');
    expect(trips.over()).toEqual([]);
  }, 60_000);

  it('is not planned anew each time: one plan of each statement serves all values', async () => {
    const rounds = 2 * CUSTOM_PLANS_MAX;
    const { seller, listing } = await sellerWithListing(server, { quantity: `${rounds}000.00` });
    const buyer = await server.member();
    for (let round = 0; round < rounds; round += 1) {
      const { order } = await buyer.call('/order/lock', {
        listingId: listing.id,
        version: '1',
        quantity: '1000.00',
      });
      await buyer.call('/order/paid', paidInput(order));
      await seller.call('/order/release', { orderId: order.orderId, version: '2' });
    }
    expect(await replanned()).toEqual([]);
  });
});
