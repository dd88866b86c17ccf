import { ORDER_STATES, TRANSITIONS, type OrderState } from '@holdfast/contract/orders';
import { describe, expect, it } from 'vitest';
import { areDetailsShown, clockMsOf, dueEventOf, faultOf, isLive, memberOf, roleOf } from './order.rules.ts';

const sell = { owner_id: 1n, payee_id: 1n, payer_id: 2n };

describe('the people of an order', () => {
  it('are payer, payee or nobody', () => {
    expect(roleOf(sell, '2')).toBe('payer');
    expect(roleOf(sell, '1')).toBe('payee');
    expect(roleOf(sell, '3')).toBeUndefined();
  });

  it('wear two hats each, in both directions', () => {
    const buy = { owner_id: 1n, payee_id: 2n, payer_id: 1n };
    expect([memberOf(sell, 'owner'), memberOf(sell, 'locker')]).toEqual([1n, 2n]);
    expect([memberOf(buy, 'owner'), memberOf(buy, 'locker')]).toEqual([1n, 2n]);
    expect([memberOf(buy, 'payer'), memberOf(buy, 'payee')]).toEqual([1n, 2n]);
  });
});

it('gives every built row of an order a clock, and ends have none', () => {
  for (const row of TRANSITIONS.filter(
    (it) => it.implemented && it.from.some((place) => isOrderState(place)),
  )) {
    const ends = isOrderState(row.to) && !isLive(row.to);
    expect(clockMsOf(row.clock, 30) === null, row.id).toBe(ends);
  }
  expect(clockMsOf('pay', 30)).toBe(1_800_000);
});

function isOrderState(place: string): place is OrderState {
  return (ORDER_STATES as readonly string[]).includes(place);
}

it('fires only the timers that are built', () => {
  const fired = ORDER_STATES.filter((state) => dueEventOf(state) !== undefined);
  const built = TRANSITIONS.filter((row) => row.implemented && row.actors.includes('timer')).flatMap(
    (row) => row.from,
  );
  expect(fired).toEqual(ORDER_STATES.filter((state) => built.includes(state)));
});

it('shows where to pay to the payer alone, and not while the time is being checked or after the end', () => {
  const shown = (role: 'payer' | 'payee') => ORDER_STATES.filter((state) => areDetailsShown(state, role));
  expect(shown('payer')).toEqual(['LOCKED', 'PAID', 'STUCK_SELF', 'STUCK_CASE']);
  expect(shown('payee')).toEqual([]);
});

it.each([
  ['changed-mind', 'payer'],
  ['cannot-pay', 'payer'],
  ['other', 'payer'],
  ['details-wrong', 'undecided'],
  ['seller-asked', 'undecided'],
])('lays a cancel for %s on %s', (reason, fault) => expect(faultOf('by-reason', reason)).toBe(fault));
