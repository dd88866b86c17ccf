import { defined } from '@holdfast/kernel';
import { describe, expect, it } from 'vitest';
import { testServer } from '#testing/test-server.ts';
import { buyerWithListing, paidInput, readySeller, sellerWithListing } from '#testing/traders.ts';

/** What a command costs the database most: each round trip holds row locks while the process waits. */

const ROUND_TRIPS_MAX = { lock: 9, paid: 7, release: 9 } as const;
type Name = keyof typeof ROUND_TRIPS_MAX;
/** The gateway also polls; of several rounds one meets no poll. */
const ROUNDS = 4;

const server = await testServer({ countsRoundTrips: true });
const trips = defined(server.database.roundTrips, 'they are counted');

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

async function tripsOf<T>(command: () => Promise<T>): Promise<{ answer: T; count: number }> {
  const before = trips.count();
  const answer = await command();
  return { answer, count: trips.count() - before };
}

describe('a money command', () => {
  it('makes few round trips to the database: lock, paid and release', async () => {
    const { seller, listing } = await sellerWithListing(server, { quantity: `${ROUNDS}000.00` });
    const buyer = await server.member();
    const counts: Record<Name, number[]> = { lock: [], paid: [], release: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const lock = await tripsOf(() =>
        buyer.call('/order/lock', { listingId: listing.id, version: '1', quantity: '1000.00' }),
      );
      const { order } = lock.answer;
      const proofFileId = await buyer.proof();
      const paid = await tripsOf(() => buyer.call('/order/paid', { ...paidInput(order), proofFileId }));
      const release = await tripsOf(() =>
        seller.call('/order/release', { orderId: order.orderId, version: '2' }),
      );
      counts.lock.push(lock.count);
      counts.paid.push(paid.count);
      counts.release.push(release.count);
    }
    const fewest = (name: Name) => Math.min(...counts[name]);
    for (const name of Object.keys(ROUND_TRIPS_MAX) as Name[])
      expect(fewest(name), `${name}: ${counts[name].join()}`).toBeLessThanOrEqual(ROUND_TRIPS_MAX[name]);
  });

  it('makes few of them too where a seller takes a buy listing', async () => {
    const counts: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { listing } = await buyerWithListing(server);
      const { seller, cardId } = await readySeller(server);
      const input = { listingId: listing.id, version: '1', quantity: '1000.00', cardId };
      counts.push((await tripsOf(() => seller.call('/order/lock', input))).count);
    }
    expect(Math.min(...counts), counts.join()).toBeLessThanOrEqual(11);
  });

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
