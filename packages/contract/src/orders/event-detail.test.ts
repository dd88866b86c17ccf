import { describe, expect, it } from 'vitest';
import { detailFaults, EVENT_DETAILS } from './event-detail.ts';
import { ORDER_STATES } from './machine.ts';
import { TRANSITIONS } from './transitions.ts';

/** Every event has them. */
const deadlines = { before: { pay: '2026-11-22T06:15:00.123456Z' }, after: {} };
const terms = {
  serialNo: 'HF-261122-0001',
  listingId: '5',
  listingVersion: 1,
  ownerId: '1',
  lockerId: '2',
  payerId: '2',
  payeeId: '1',
  coin: 'TWD',
  quantity: '50000',
  priceE4: '10000',
  payTwd: '500',
  feeBasisPoints: 10,
  fee: '50',
  payWindowMinutes: 15,
  cardVersionId: '7',
  lockType: 'full',
};

describe('the detail of an event', () => {
  it('is known for every event of an order, and for no other', () => {
    const places: readonly string[] = ORDER_STATES;
    const events = TRANSITIONS.filter(({ from, to }) =>
      [...from, to].some((place) => places.includes(place)),
    );
    expect(Object.keys(EVENT_DETAILS).toSorted()).toEqual(
      [...new Set(events.map(({ event }) => event))].toSorted(),
    );
    expect(detailFaults('publish', {})).toHaveLength(1);
  });

  it.each([
    ['lock', { terms, funding: 'listing' }],
    ['cancel', { reason: 'changed-mind', fault: 'payer', resolution: 'parties' }],
    ['paid', { payType: 'bank', proofIds: ['p1'], late: true }],
    ['extend', { minutes: 15 }],
    ['split', { parts: { payer: '1', payee: '0' } }],
    ['release', {}],
  ] as const)('of %s is %j', (event, detail) =>
    expect(detailFaults(event, { deadlines, ...detail })).toEqual([]),
  );

  it.each([
    ['a lock without its terms', 'lock', {}],
    ['a lock with a number for an amount', 'lock', { terms: { ...terms, quantity: 50000 } }],
    ['an extension of no length', 'extend', { minutes: 0 }],
    ['an appeal without a reason', 'appeal', { proofIds: [] }],
    ['a reason in words that somebody typed', 'force-cancel', { reason: 'Chen Daming cheated me' }],
    ['a declaration with a name in it', 'paid', { payType: 'bank', proofIds: [], payer: '陳試用' }],
    ['a release that says something unknown', 'release', { note: 'x' }],
    ['a release without the clocks', 'release', { deadlines: undefined }],
    [
      'a clock that nobody has',
      'release',
      { deadlines: { before: { tea: deadlines.before.pay }, after: {} } },
    ],
  ] as const)('is refused: %s', (_, event, detail) =>
    expect(detailFaults(event, { deadlines, ...detail }).length).toBeGreaterThan(0),
  );
});
