import { LISTING_STATES } from '@holdfast/contract/orders';
import { describe, expect, it } from 'vitest';
import { linkStateOf } from './listing-link.rules.ts';

const now = new Date('2026-11-01T00:00:00.000Z');
const expiresAt = new Date('2026-11-01T01:00:00.000Z');

describe('what a link leads to', () => {
  it('goes by the state of its listing', () => {
    const states = LISTING_STATES.map((state) => [
      state,
      linkStateOf({ isEnded: false, listing: { state, expiresAt, hours: null }, now }),
    ]);
    expect(Object.fromEntries(states)).toEqual({
      OPEN: 'open',
      PAUSED: 'paused',
      FILLED: 'taken',
      SOLD_OUT: 'over',
      CLOSED: 'over',
      EXPIRED: 'over',
      SUSPENDED: 'over',
    });
  });

  it('is over for whom the owner does not meet, and once its time has ended, though its clock has not fired yet', () => {
    expect(linkStateOf({ isEnded: false, listing: undefined, now })).toBe('over');
    expect(
      linkStateOf({ isEnded: false, listing: { state: 'OPEN', expiresAt: now, hours: null }, now }),
    ).toBe('over');
    expect(
      linkStateOf({ isEnded: false, listing: { state: 'PAUSED', expiresAt: now, hours: null }, now }),
    ).toBe('over');
  });

  it('rests outside its hours, and says so only where it could be locked within them', () => {
    const hours = { from: 0, to: 8 * 60 }; // now it is 08:00 in Taipei
    const stateOf = (state: 'OPEN' | 'PAUSED' | 'FILLED') =>
      linkStateOf({ isEnded: false, listing: { state, expiresAt, hours }, now });
    expect([stateOf('OPEN'), stateOf('PAUSED'), stateOf('FILLED')]).toEqual(['resting', 'paused', 'taken']);
  });

  it('was renewed, whatever has become of the listing', () => {
    for (const listing of [
      undefined,
      { state: 'OPEN' as const, expiresAt, hours: null },
      { state: 'CLOSED' as const, expiresAt, hours: null },
    ])
      expect(linkStateOf({ isEnded: true, listing, now })).toBe('renewed');
  });
});
