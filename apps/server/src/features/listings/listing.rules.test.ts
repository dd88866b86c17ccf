import { NO_CONDITIONS } from '@holdfast/contract/orders';
import { settingsAt } from '@holdfast/contract/settings';
import { minor, parseAmount, toMemberId, toOrderId, type Minor } from '@holdfast/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideLock, lockableRange, lockCapOf, parseTerms, type LockFacts } from './listing.rules.ts';

const terms = {
  coin: 'TWD' as const,
  quantity: '3000.00',
  price: '1.0000',
  minQuantity: '500.00',
  maxQuantity: '2000.00',
};

describe('the terms of a listing', () => {
  it('become minor units and a price', () =>
    expect(parseTerms(terms)).toEqual({
      ok: true,
      terms: { quantity: 300_000n, priceE4: 10_000n, minQuantity: 50_000n, maxQuantity: 200_000n },
    }));

  it.each<[string, Partial<typeof terms>, string[]]>([
    ['quantity that is no amount', { quantity: '1,000' }, ['quantity', 'maxQuantity']],
    ['third decimal of TWD', { minQuantity: '500.001' }, ['minQuantity']],
    ['zero price', { price: '0' }, ['price']],
    ['minimum above the maximum', { minQuantity: '2000.01' }, ['minQuantity']],
    ['maximum above the quantity', { maxQuantity: '3000.01' }, ['maxQuantity']],
    ['zero minimum', { minQuantity: '0.00' }, ['minQuantity']],
  ])('refuse a %s', (_, change, fields) =>
    expect(parseTerms({ ...terms, ...change })).toEqual({ ok: false, fields }),
  );
});

const settings = settingsAt([], new Date(0));
const twd = (value: bigint) => minor('TWD', value);
const listing: LockFacts['listing'] = {
  ownerId: toMemberId(1n),
  version: 4,
  coin: 'TWD',
  state: 'OPEN',
  remaining: twd(100_000n),
  locked: twd(0n),
  minQuantity: twd(50_000n),
  maxQuantity: twd(80_000n),
  multiLocks: false,
  expiresAt: new Date(1000),
  conditions: NO_CONDITIONS,
  hours: null,
};
const facts: LockFacts = {
  listing,
  lockerId: toMemberId(2n),
  ownOrderId: undefined,
  versionSeen: 4,
  quantity: twd(60_000n),
  feeBasisPoints: 10,
  now: new Date(0),
  isBlocked: false,
  record: { level: 1, finished: 5, ended: 10, days: 8 },
};
const ownOrderId = toOrderId(70n);

describe('a lock', () => {
  it('succeeds within the range', () => expect(decideLock(facts)).toEqual({ ok: true }));

  // The rows are in the order of precedence: each listing breaks its own rule and every later one that it can.
  it.each<[string, string, Partial<LockFacts['listing']>, Partial<LockFacts>]>([
    ['of the own listing', 'LISTING_OWN', { ownerId: toMemberId(2n), state: 'CLOSED', version: 5 }, {}],
    ['of somebody who has blocked or is blocked', 'LISTING_NOT_OPEN', {}, { isBlocked: true }],
    ...([{ minLevel: 2 }, { minFinished: 6 }, { minDays: 9 }, { minCompletion: 51 }] as const).map(
      (asked): [string, string, Partial<LockFacts['listing']>, Partial<LockFacts>] => [
        `below the condition ${JSON.stringify(asked)}`,
        'LISTING_CONDITIONS',
        { conditions: { ...NO_CONDITIONS, ...asked } },
        { quantity: twd(1n) },
      ],
    ),
    [
      'while an own order runs on it',
      'LISTING_OWN_ORDER',
      { state: 'FILLED', remaining: twd(0n), locked: twd(9n), version: 5 },
      { ownOrderId },
    ],
    [
      'of a fully locked listing',
      'LISTING_BUSY',
      { state: 'FILLED', remaining: twd(0n), locked: twd(9n), version: 5 },
      {},
    ],
    ['of a listing that is sold out', 'LISTING_NOT_OPEN', { state: 'FILLED', remaining: twd(0n) }, {}],
    ['of a closed listing', 'LISTING_NOT_OPEN', { state: 'CLOSED', version: 5, locked: twd(1n) }, {}],
    ['of a listing whose time is over', 'LISTING_NOT_OPEN', { expiresAt: new Date(0), version: 5 }, {}],
    // At the beginning of 1970 it is eight o'clock in Taipei.
    [
      'outside the hours of its owner',
      'LISTING_OUT_OF_HOURS',
      { hours: { from: 540, to: 1260 }, version: 5, locked: twd(1n) },
      {},
    ],
    ['of a version that is gone', 'LISTING_CHANGED', { version: 5, locked: twd(1n) }, { quantity: twd(1n) }],
    ['while another order runs', 'LISTING_BUSY', { locked: twd(1n) }, { quantity: twd(1n) }],
    [
      'of so little that the fee takes all',
      'AMOUNT_BELOW_FEE',
      { remaining: twd(0n) },
      { quantity: twd(1n) },
    ],
    ['of more than is left', 'LISTING_REMAINING_TOO_SMALL', { remaining: twd(59_999n) }, {}],
    ['below the minimum', 'AMOUNT_OUT_OF_LIMITS', {}, { quantity: twd(49_999n) }],
    ['above the maximum', 'AMOUNT_OUT_OF_LIMITS', {}, { quantity: twd(80_001n) }],
  ])('%s is refused', (_, refuse, change, other) => {
    const verdict = decideLock({ ...facts, ...other, listing: { ...listing, ...change } });
    expect(verdict).toMatchObject({ ok: false, refuse });
  });

  it('outside the hours of its owner says when they begin again, and within them succeeds', () => {
    const resting = { ...listing, hours: { from: 540, to: 1260 } };
    expect(decideLock({ ...facts, listing: resting })).toMatchObject({
      data: { until: '1970-01-01T01:00:00.000Z' },
    });
    const overnight = { ...listing, hours: { from: 1260, to: 540 } };
    expect(decideLock({ ...facts, listing: overnight })).toEqual({ ok: true });
  });

  it('may take the last rest although it is below the minimum', () => {
    const rest = { ...listing, remaining: twd(10_000n) };
    expect(decideLock({ ...facts, listing: rest, quantity: twd(10_000n) })).toEqual({ ok: true });
    expect(decideLock({ ...facts, listing: rest, quantity: twd(9_999n) })).toMatchObject({
      refuse: 'AMOUNT_OUT_OF_LIMITS',
    });
  });

  it('that would leave 0.01 is refused, and says to take all of it or to leave enough', () => {
    const rest = { ...listing, remaining: twd(60_001n) };
    expect(decideLock({ ...facts, listing: rest })).toEqual({
      ok: false,
      refuse: 'AMOUNT_LEAVES_TOO_LITTLE',
      data: { quantity: '600.01' },
    });
    const capped = { ...rest, maxQuantity: twd(60_000n) };
    expect(decideLock({ ...facts, listing: capped })).toMatchObject({ data: { quantity: '599.99' } });
  });

  it('beside another is allowed where the owner may have several lockers', () =>
    expect(decideLock({ ...facts, listing: { ...listing, locked: twd(1n), multiLocks: true } })).toEqual({
      ok: true,
    }));
});

it('an own order is no obstacle where the owner may have several lockers and something is left', () => {
  const several = { ...listing, locked: twd(1n), multiLocks: true };
  expect(decideLock({ ...facts, ownOrderId, listing: several })).toEqual({ ok: true });
});

it('never lets a rest be left of which the fee takes all, and names a quantity that may be taken instead', () => {
  const small = fc.bigInt({ min: 2n, max: 12n }).map(twd);
  fc.assert(
    fc.property(small, small, small, small, (remaining, a, b, quantity) => {
      const [minQuantity, maxQuantity] = a < b ? [a, b] : [b, a];
      const own = { ...listing, remaining, minQuantity, maxQuantity };
      const lock = (amount: Minor) => decideLock({ ...facts, listing: own, quantity: amount });
      const verdict = lock(quantity);
      const better = verdict.ok ? undefined : parseAmount('TWD', String(verdict.data['quantity'] ?? ''));
      expect(better === undefined ? { ok: true } : lock(better)).toEqual({ ok: true });
      // Only where nothing of the range would be better may one minor unit stay.
      const { min, max } = lockableRange(own);
      const others = [remaining, remaining - 2n].some((other) => other >= min && other <= max);
      expect(verdict.ok && others ? remaining - quantity : 0n).not.toBe(1n);
    }),
  );
});

it('never lets a rest be left that nobody can take', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 12n }).map(twd);
  fc.assert(
    fc.property(amount, amount, amount, (remaining, a, b) => {
      const { min, max } = lockableRange({
        remaining,
        minQuantity: a < b ? a : b,
        maxQuantity: a < b ? b : a,
      });
      expect(min).toBeGreaterThan(0n);
      expect(min).toBeLessThanOrEqual(max);
      expect(max).toBeLessThanOrEqual(remaining);
    }),
  );
});

it.each([
  [0, 1],
  [1, 1],
  [2, 3],
  [9, 3],
])('lets level %d have %d orders in progress', (level, cap) =>
  expect(lockCapOf(level, null, settings)).toBe(cap),
);

it.each([0, 7])('lets a member whom an operator allows %d have so many, whatever the level', (own) =>
  expect([lockCapOf(0, own, settings), lockCapOf(9, own, settings)]).toEqual([own, own]),
);
