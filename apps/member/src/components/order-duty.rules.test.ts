import { ORDER_STATE_INFO, ORDER_STATES } from '@holdfast/contract/orders';
import { describe, expect, test } from 'vitest';
import { dutyKeyOf, isYourTurn, toneOf } from './order-duty.rules.ts';

describe('what an order means to its viewer', () => {
  test.each([
    ['LOCKED', 'payer', 'pay', true],
    ['LOCKED', 'payee', 'wait-pay', false],
    ['GRACE', 'payer', 'grace', true],
    ['PAID', 'payee', 'confirm', true],
    ['PAID', 'payer', 'wait-confirm', false],
    ['STUCK_SELF', 'payer', 'stuck', true],
    ['STUCK_CASE', 'payee', 'case', false],
    ['FINISHED', 'payer', 'bought', false],
    ['FINISHED', 'payee', 'sold', false],
  ] as const)('%s for the %s is %s; their turn: %s', (state, role, key, isYours) => {
    const seen = { state, role, isOwner: false, duty: ORDER_STATE_INFO[state].duty };
    expect(dutyKeyOf(seen)).toBe(key);
    expect(isYourTurn(seen)).toBe(isYours);
  });

  test('asks the owner to accept, and the other side to wait', () => {
    const seen = { state: 'ACCEPT_WAIT', role: 'payee', duty: 'owner' } as const;
    expect(dutyKeyOf({ ...seen, isOwner: true })).toBe('accept');
    expect(isYourTurn({ ...seen, isOwner: true })).toBe(true);
    expect(isYourTurn({ ...seen, isOwner: false })).toBe(false);
  });

  test('is amber exactly while coin is held', () => {
    for (const state of ORDER_STATES) expect(toneOf(state) === 'held').toBe(ORDER_STATE_INFO[state].live);
  });
});
