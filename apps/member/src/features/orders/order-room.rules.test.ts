import { ORDER_STATE_INFO, ORDER_STATES, type OrderState } from '@holdfast/contract/orders';
import { describe, expect, test } from 'vitest';
import { fakeOrder } from '#test/fake-world.ts';
import { isReleaseEarly, mainActionOf, menuActionsOf, pickOrder, stepStatesOf } from './order-room.rules.ts';

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

describe('the main action of an order', () => {
  test.each([
    ['LOCKED', 'payer', 'paid'],
    ['LOCKED', 'payee', 'release'],
    ['PAID', 'payer', undefined],
    ['PAID', 'payee', 'release'],
    ['GRACE', 'payer', undefined],
    ['FINISHED', 'payer', undefined],
    ['FINISHED', 'payee', undefined],
  ] as const)('in %s for the %s is %s', (state, role, action) => {
    expect(mainActionOf(order(state, role))).toBe(action);
  });

  test('is nothing that the server has not opened', () => {
    expect(mainActionOf({ role: 'payer', allowedActions: [] })).toBeUndefined();
    const closed = { action: 'paid', open: false, reason: 'time-over', opensAt: null } as const;
    expect(mainActionOf({ role: 'payer', allowedActions: [closed] })).toBeUndefined();
  });

  test('is early while the payer has said nothing', () => {
    expect(ORDER_STATES.filter((state) => isReleaseEarly({ state }))).toEqual(['LOCKED', 'GRACE']);
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
    expect(stepStatesOf({ state, paid }).join(' ')).toBe(steps);
  });

  test('has exactly one present step while it lives, and none after', () => {
    for (const state of ORDER_STATES) {
      const present = stepStatesOf(order(state, 'payer')).filter((step) => step === 'current');
      expect(present.length).toBe(ORDER_STATE_INFO[state].live ? 1 : 0);
    }
  });
});

describe('the order beside the list', () => {
  const orders = [{ orderId: '1' }, { orderId: '2' }];

  test('is the one asked for, else the first that waits for the member, else the first', () => {
    expect(pickOrder(orders, '9', () => true)).toBe('9');
    expect(pickOrder(orders, undefined, ({ orderId }) => orderId === '2')).toBe('2');
    expect(pickOrder(orders, undefined, () => false)).toBe('1');
    expect(pickOrder([], undefined, () => true)).toBeUndefined();
  });
});
