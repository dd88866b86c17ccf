import { ORDER_STATES, TRANSITIONS } from '@holdfast/contract/orders';
import { defined, toMemberId } from '@holdfast/kernel';
import { describe, expect, it } from 'vitest';
import {
  areDetailsShown,
  isLive,
  countsAgainst,
  faultOf,
  firedBy,
  FIRING_TIMERS,
  fundingOf,
  hasSeen,
  isOwnerAbsent,
  isPaidInTime,
  memberOf,
  returnsTo,
  roleOf,
  sideOf,
} from './order.rules.ts';

const [owner, locker, stranger] = [toMemberId(1n), toMemberId(2n), toMemberId(3n)];
const sell = { ownerId: owner, payeeId: owner, payerId: locker };
const buy = { ownerId: owner, payeeId: locker, payerId: owner };

describe('the roles in an order', () => {
  it('are payer and payee; a stranger has none', () => {
    expect(roleOf(sell, locker)).toBe('payer');
    expect(roleOf(sell, owner)).toBe('payee');
    expect(roleOf(sell, stranger)).toBeUndefined();
  });

  it('are two for each party: payer or payee, and owner or locker', () => {
    expect([memberOf(sell, 'owner'), memberOf(sell, 'locker')]).toEqual([owner, locker]);
    expect([memberOf(buy, 'owner'), memberOf(buy, 'locker')]).toEqual([owner, locker]);
    expect([memberOf(buy, 'payer'), memberOf(buy, 'payee')]).toEqual([owner, locker]);
    expect([sideOf(sell), sideOf(buy)]).toEqual(['sell', 'buy']);
  });
});

it.each([
  [-60, 60, true],
  [0, 60, true],
  [60, 60, true],
  [61, 60, false],
  [-61, 60, false],
  [30, undefined, false],
  [undefined, 60, false],
])(
  'says of a payment %s s after the lock, where the time ended after %s s, that it was in time: %s',
  (said, end, isInTime) => {
    const at = (seconds: number) => new Date(600_000 + seconds * 1000 + (seconds < 0 ? 1 : 0));
    const facts = { lockedAt: at(0), payEnd: end === undefined ? undefined : at(end) };
    expect(isPaidInTime(said === undefined ? undefined : at(said), facts)).toBe(isInTime);
  },
);

it.each([
  [2, 2, [], true],
  [3, 2, ['ack-reminder-due'], true],
  [4, 2, ['ack-reminder-due', 'appeal'], false],
  [3, 2, ['extend'], false],
  [2, 3, [], false],
  [3, 2, [], false],
] as const)(
  'takes a command on version %s of who has seen %s and missed %j: %s',
  (version, seen, missed, isSeen) => {
    const past = [...Array.from({ length: Math.min(seen, version) }, () => 'lock' as const), ...missed];
    expect(
      hasSeen(
        version,
        seen,
        past.map((event) => ({ event })),
      ),
    ).toBe(isSeen);
  },
);

it('fires only the timers that are built', () => {
  const fired = ORDER_STATES.filter((state) =>
    [null, 'by-payer' as const, 'by-payee' as const].some((request) =>
      FIRING_TIMERS.some((timer) => firedBy(timer, state, request)),
    ),
  );
  const built = TRANSITIONS.filter((each) => each.implemented && each.actors.includes('timer')).flatMap(
    (each) => each.from,
  );
  expect(fired).toEqual(ORDER_STATES.filter((state) => built.includes(state)));
});

const ENDS = ORDER_STATES.filter((state) => !isLive(state));

it('shows where to pay to the payer alone, and not while the time is being checked', () => {
  const paidAt = new Date(0);
  const shown = (role: 'payer' | 'payee', paid: Date | null) =>
    ORDER_STATES.filter(isLive).filter((state) =>
      areDetailsShown({ state, paidAt: paid, endedAt: null }, role, { now: paidAt, wasLocked: true }),
    );
  expect(shown('payer', paidAt)).toEqual(['LOCKED', 'PAID', 'STUCK_SELF', 'STUCK_CASE']);
  expect(shown('payer', null)).toEqual(['LOCKED']);
  expect(shown('payee', paidAt)).toEqual([]);
});

it('shows the payer where to pay for 72 hours after an end, unless the owner never took the order', () => {
  const endedAt = new Date(0);
  const HOUR = 3_600_000;
  const shown = (
    role: 'payer' | 'payee',
    {
      hours,
      wasLocked = true,
      stoodStillMs = 0,
    }: { hours: number; wasLocked?: boolean; stoodStillMs?: number },
  ) =>
    ENDS.filter((state) =>
      areDetailsShown({ state, paidAt: null, endedAt, stoodStillMs }, role, {
        now: new Date(hours * HOUR),
        wasLocked,
      }),
    );
  expect(shown('payer', { hours: 72 })).toEqual(ENDS);
  expect(shown('payer', { hours: 72.01 })).toEqual([]);
  expect(shown('payer', { hours: 73, stoodStillMs: HOUR })).toEqual(ENDS);
  expect(shown('payer', { hours: 1, wasLocked: false })).toEqual([]);
  expect(shown('payee', { hours: 1 })).toEqual([]);
});

it.each([
  ['changed-mind', 'payer'],
  ['cannot-pay', 'payer'],
  ['other', 'payer'],
  ['details-wrong', 'undecided'],
  ['seller-asked', 'undecided'],
])('lays a cancel for %s on %s', (reason, fault) => expect(faultOf('by-reason', reason, sell)).toBe(fault));

describe('the completion figure that an end without a finish counts in', () => {
  const byPayee = { by: 'by-payee' } as const;
  it.each([
    ['of the side at fault', 'LOCKED', null, 'AUTO_CANCELLED', 'payer', 'payer'],
    ['of the side that a ruling finds at fault', 'STUCK_CASE', null, 'FORCE_CANCELLED', 'payee', 'payee'],
    ['of who blames the other side', 'LOCKED', null, 'CANCELLED', 'undecided', 'payer'],
    ['of who asked and blames the other side', 'LOCKED', byPayee, 'CANCELLED', 'undecided', 'payee'],
    ["in nobody's without a fault", 'PAID', byPayee, 'CANCELLED', 'none', null],
    ["in nobody's before the order was accepted", 'ACCEPT_WAIT', null, 'CANCELLED', 'payee', null],
    ["in nobody's while it runs", 'PAID', null, 'STUCK_SELF', 'undecided', null],
    ['as a finish for both', 'STUCK_CASE', null, 'FINISHED', 'payee', null],
  ] as const)('is that %s', (_, state, request, to, fault, side) =>
    expect(countsAgainst({ state, request }, { to, fault })).toBe(side),
  );
});

it("lays the owner's fault on the side that the owner is on", () => {
  expect([faultOf('owner', null, sell), faultOf('owner', null, buy)]).toEqual(['payee', 'payer']);
});

it('returns an escrow to what funded it, and to no listing that has ended', () => {
  expect([fundingOf('lock', sell), fundingOf('lock', buy)]).toEqual(['listing', 'locker']);
  expect([fundingOf('relock', sell), fundingOf('relock', buy)]).toEqual(['relock', 'relock']);
  expect(fundingOf('return', sell)).toBeUndefined();
  expect((['listing', 'locker', 'relock'] as const).map((funding) => returnsTo(funding, true))).toEqual([
    'listing_reserve',
    'available',
    'available',
  ]);
  expect(returnsTo('listing', false)).toBe('available');
});

it('pauses a listing for an answer that its owner has missed, never for one that the locker has', () => {
  const paused = (id: string, order: typeof sell) =>
    isOwnerAbsent(
      defined(
        TRANSITIONS.find((each) => each.id === id),
        id,
      ),
      order,
    );
  expect([paused('T5', sell), paused('T5', buy)]).toEqual([true, true]);
  expect([paused('T24', sell), paused('T24', buy)]).toEqual([true, false]);
  expect(paused('T9', sell)).toBe(false);
});
