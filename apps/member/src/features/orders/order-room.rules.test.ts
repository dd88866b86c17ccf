import { ORDER_STATE_INFO, ORDER_STATES, type OrderState } from '@holdfast/contract/orders';
import { describe, expect, test } from 'vitest';
import { fakeOrder } from '#test/fake-orders.ts';
import {
  isReleaseEarly,
  mainActionOf,
  menuActionsOf,
  secondActionOf,
  stepStatesOf,
} from './order-room.rules.ts';

const NOW = Date.parse('2026-08-17T06:02:00.000Z');

function order(state: OrderState, role: 'payer' | 'payee') {
  return fakeOrder(NOW, {
    orderId: '1',
    serialNo: 'HF-1',
    role,
    isOwner: role === 'payee',
    state,
    nick: '阿哲',
  });
}

describe('what stands beside the main action', () => {
  test.each([
    ['LOCKED', 'payee', {}, undefined],
    ['LOCKED', 'payee', { askedMinutes: 15 }, 'extend'],
    ['LOCKED', 'payee', { askedMinutes: 15, extensions: { count: 2, minutes: 60 } }, undefined],
    ['LOCKED', 'payer', { askedMinutes: 15 }, undefined],
    ['GRACE', 'payee', {}, 'extend'],
    ['PAID', 'payer', {}, undefined],
    ['PAID', 'payer', { paidAgoMs: 360_000 }, 'appeal'],
    ['PAID', 'payee', { paidAgoMs: 360_000 }, undefined],
    ['STUCK_SELF', 'payer', { paidAgoMs: 960_000 }, 'appeal'],
    ['STUCK_SELF', 'payee', { paidAgoMs: 960_000 }, 'appeal'],
    ['STUCK_CASE', 'payer', { paidAgoMs: 960_000 }, undefined],
  ] as const)('in %s for the %s with %j is %s', (state, role, seed, action) => {
    const of = { orderId: '1', serialNo: 'HF-1', role, isOwner: role === 'payee', state, nick: '阿哲' };
    expect(secondActionOf(fakeOrder(NOW, { ...of, ...seed }))).toBe(action);
  });
});

describe('the main action of an order', () => {
  test.each([
    ['LOCKED', 'payer', 'paid'],
    ['LOCKED', 'payee', undefined],
    ['PAID', 'payer', undefined],
    ['PAID', 'payee', 'release'],
    ['GRACE', 'payer', 'paid'],
    ['GRACE', 'payee', undefined],
    ['STUCK_SELF', 'payee', 'release'],
    ['FINISHED', 'payer', undefined],
    ['FINISHED', 'payee', undefined],
  ] as const)('in %s for the %s is %s', (state, role, action) => {
    expect(mainActionOf(order(state, role))).toBe(action);
  });

  test('is nothing that the server has not opened', () => {
    expect(mainActionOf({ ...order('LOCKED', 'payer'), allowedActions: [] })).toBeUndefined();
    const closed = { action: 'paid', open: false, reason: 'time-over', opensAt: null } as const;
    expect(mainActionOf({ ...order('LOCKED', 'payer'), allowedActions: [closed] })).toBeUndefined();
  });

  test('is never a release before the payer has said anything: that stands in the menu', () => {
    expect(ORDER_STATES.filter((state) => isReleaseEarly({ state }))).toEqual(['LOCKED', 'GRACE']);
    const release = menuActionsOf(order('LOCKED', 'payee')).find(({ action }) => action === 'release');
    expect(release?.open).toBe(true);
  });

  test('is never in the menu as well', () => {
    for (const state of ORDER_STATES)
      for (const role of ['payer', 'payee'] as const) {
        const one = order(state, role);
        expect(menuActionsOf(one).map(({ action }) => action)).not.toContain(mainActionOf(one) ?? '');
      }
  });
});

describe('the way of an order', () => {
  test.each([
    ['ACCEPT_WAIT', false, 'current open open open'],
    ['LOCKED', false, 'done current open open'],
    ['GRACE', false, 'done current open open'],
    ['PAID', true, 'done done current open'],
    ['STUCK_SELF', true, 'done done current open'],
    ['FINISHED', true, 'done done done done'],
    ['FINISHED', false, 'done done done done'],
    ['CANCELLED', false, 'done broken open open'],
    ['FORCE_CANCELLED', true, 'done done broken open'],
  ] as const)('%s (paid: %s) stands at %s', (state, isPaid, steps) => {
    const paid = isPaid ? order('PAID', 'payer').paid : null;
    const yours = { role: 'payer', isOwner: false, duty: 'both' } as const;
    expect(stepStatesOf({ ...yours, state, paid }).join(' ')).toBe(steps);
    const theirs = stepStatesOf({ ...yours, duty: 'operator', state, paid });
    expect(theirs.join(' ')).toBe(steps.replace('current', 'waiting'));
  });

  test('has exactly one present step while it lives, and none after', () => {
    for (const state of ORDER_STATES) {
      const present = stepStatesOf(order(state, 'payer')).filter(
        (step) => step === 'current' || step === 'waiting',
      );
      expect(present.length).toBe(ORDER_STATE_INFO[state].live ? 1 : 0);
    }
  });
});
