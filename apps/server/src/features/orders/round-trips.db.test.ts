import { defined } from '@holdfast/kernel';
import { describe, expect, it } from 'vitest';
import { testServer } from '#testing/test-server.ts';
import { paidInput, sellerWithListing } from '#testing/traders.ts';

/** What a command costs the database most: each round trip holds row locks while the process waits. */

const ROUND_TRIPS_MAX = { lock: 12, paid: 12, release: 12 } as const;
type Name = keyof typeof ROUND_TRIPS_MAX;
/** The gateway also polls; of several rounds one meets no poll. */
const ROUNDS = 4;

const server = await testServer({ countsRoundTrips: true });
const trips = defined(server.database.roundTrips, 'they are counted');

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
      const paid = await tripsOf(() => buyer.call('/order/paid', paidInput(order)));
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
});
