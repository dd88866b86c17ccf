import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testServer } from '#testing/test-server.ts';
import { readySeller } from '#testing/traders.ts';
import { tripCounter } from '#testing/trips.ts';
import { expireListings } from './expire-listings.ts';

const server = await testServer({ countsRoundTrips: true });

/** What each command of a listing costs: the next one more is a mistake, or has its reason here. */
const trips = tripCounter(server, {
  'create to sell': 10,
  'create to buy': 7,
  'create with a remark': 10,
  edit: 9,
  'edit to private': 10,
  pause: 7,
  resume: 7,
  'pause-all': 5,
  'resume-all': 5,
  'link/password': 7,
  'link/renew': 6,
  close: 8,
  renew: 11,
});
const { count } = trips;
const ROUNDS = 3;

const TERMS = {
  coin: 'TWD',
  quantity: '1000.00',
  price: '1',
  minQuantity: '100.00',
  maxQuantity: '1000.00',
  payWindowMinutes: '15',
} as const;

/** Ends a listing as its clock does. */
async function expire(id: string) {
  const { db, owner } = server.database;
  await sql`update orders.listing set expires_at = platform.app_now() where id = ${id}`.execute(owner);
  expect(await expireListings(db)).toBe(1);
}

it('no command of a listing makes many round trips to the database', async ({ annotate }) => {
  const { seller, cardId } = await readySeller(server, `${ROUNDS}0000.00`);
  for (let round = 0; round < ROUNDS; round += 1) {
    const selling = { ...TERMS, cardIds: [cardId] };
    await count('create to buy', () =>
      seller.call('/listing/create', { ...TERMS, side: 'buy', cardIds: [], payMethods: ['bank'] }),
    );
    const said = await count('create with a remark', () =>
      seller.call('/listing/create', { ...selling, remark: `請在${round + 1}點前付款` }),
    );
    let { listing } = await count('create to sell', () => seller.call('/listing/create', selling));
    const seen = () => ({ listingId: listing.id, version: String(listing.version) });
    const change = {
      feeSeen: '10',
      askFirst: '1',
      minLevel: '1',
      remark: `晚上${round + 1}點後回覆`,
    } as const;
    ({ listing } = await count('edit', () => seller.call('/listing/edit', { ...seen(), ...change })));
    const hide = { ...change, isPrivate: '1', remark: `早上${round + 1}點後回覆` } as const;
    ({ listing } = await count('edit to private', () =>
      seller.call('/listing/edit', { ...seen(), ...hide }),
    ));
    ({ listing } = await count('pause', () => seller.call('/listing/pause', seen())));
    ({ listing } = await count('resume', () => seller.call('/listing/resume', seen())));
    await count('pause-all', () => seller.call('/listing/pause-all', {}));
    await count('resume-all', () => seller.call('/listing/resume-all', {}));
    const { id: listingId } = listing;
    await count('link/password', () => seller.call('/listing/link/password', { listingId, isOn: '1' }));
    await count('link/renew', () => seller.call('/listing/link/renew', { listingId }));
    listing.version += 2;
    await count('close', () => seller.call('/listing/close', seen()));
    ({ listing } = said);
    await expire(listing.id);
    listing.version += 3;
    await count('renew', () => seller.call('/listing/renew', seen()));
  }
  await annotate(JSON.stringify(trips.fewest()), 'round trips');
  expect(trips.over()).toEqual([]);
});
