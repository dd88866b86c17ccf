import { ORDER_STATE_INFO, ORDER_STATES, type OrderState } from '@holdfast/contract/orders';
import { describe, expect, test } from 'vitest';
import { dutyDeadlineOf, dutyKeyOf, isYourTurn, sortByUrgency, toneOf } from './order-duty.rules.ts';

describe('what an order means to its viewer', () => {
  test.each([
    ['LOCKED', 'payer', 'pay', true],
    ['LOCKED', 'payee', 'wait-pay', false],
    ['GRACE', 'payer', 'grace', true],
    ['PAID', 'payee', 'confirm', true],
    ['PAID', 'payer', 'wait-confirm', false],
    ['STUCK_SELF', 'payer', 'stuck', true],
    ['STUCK_SELF', 'payee', 'stuck-check', true],
    ['STUCK_CASE', 'payee', 'case', false],
    ['FINISHED', 'payer', 'bought', false],
    ['FINISHED', 'payee', 'sold', false],
  ] as const)('%s for the %s is %s; their turn: %s', (state, role, key, isYours) => {
    const seen = { state, role, isOwner: false, duty: ORDER_STATE_INFO[state].duty };
    expect(dutyKeyOf(seen)).toBe(key);
    expect(isYourTurn(seen)).toBe(isYours);
  });

  test('is the answer to a request before anything else, until its own deadline, but in a case', () => {
    const request = {
      by: 'counterparty',
      reason: 'other',
      askedAt: '2026-08-17T06:00:00.000Z',
      deadline: '2026-08-17T06:10:00.000Z',
      onSilence: 'lapses',
    } as const;
    const seen = {
      state: 'LOCKED',
      role: 'payer',
      isOwner: false,
      duty: 'payer',
      cancelRequest: request,
    } as const;
    const deadlineDate = '2026-08-17T06:15:00.000Z';
    expect(dutyKeyOf(seen)).toBe('answer');
    expect(dutyKeyOf({ ...seen, role: 'payee', cancelRequest: { ...request, by: 'you' } })).toBe(
      'wait-answer',
    );
    expect(dutyDeadlineOf({ ...seen, deadlineDate })).toBe(request.deadline);
    expect(dutyKeyOf({ ...seen, state: 'STUCK_CASE' })).toBe('case');
    expect(dutyDeadlineOf({ ...seen, state: 'STUCK_CASE', deadlineDate })).toBe(deadlineDate);
  });

  test('asks the owner to accept, and the other side to wait', () => {
    const seen = { state: 'ACCEPT_WAIT', role: 'payee', duty: 'owner' } as const;
    expect(dutyKeyOf({ ...seen, isOwner: true })).toBe('accept');
    expect(isYourTurn({ ...seen, isOwner: true })).toBe(true);
    expect(isYourTurn({ ...seen, isOwner: false })).toBe(false);
  });

  test('is amber in the own turn, white while somebody else has to act, green when it went through', () => {
    const toneFor = (state: OrderState, role: 'payer' | 'payee') =>
      toneOf({ state, role, isOwner: false, duty: ORDER_STATE_INFO[state].duty });
    expect([toneFor('LOCKED', 'payer'), toneFor('LOCKED', 'payee')]).toEqual(['held', 'calm']);
    expect([toneFor('PAID', 'payer'), toneFor('PAID', 'payee')]).toEqual(['calm', 'held']);
    expect([toneFor('STUCK_SELF', 'payer'), toneFor('STUCK_CASE', 'payer')]).toEqual(['held', 'calm']);
    for (const state of ORDER_STATES.filter((one) => !ORDER_STATE_INFO[one].live))
      expect(toneFor(state, 'payer')).toBe(state === 'FINISHED' ? 'free' : 'neutral');
  });

  test('says so when the time to confirm is over and the order still stands there', () => {
    const paid = { state: 'PAID', isOwner: false, duty: 'payee' } as const;
    expect(dutyKeyOf({ ...paid, role: 'payee' }, true)).toBe('confirm-late');
    expect(dutyKeyOf({ ...paid, role: 'payer' }, true)).toBe('wait-confirm-late');
    expect(dutyKeyOf({ ...paid, state: 'LOCKED', role: 'payer' }, true)).toBe('pay');
  });
});

describe('a list of running orders', () => {
  const at = (name: string, duty: 'payer' | 'payee' | null, deadlineDate: string | null) =>
    ({ name, state: 'PAID', role: 'payee', isOwner: true, duty, deadlineDate }) as const;

  test('begins with the own overdue duty, then the own ones by their deadline, then the rest', () => {
    const sorted = sortByUrgency([
      at('theirs, soon', 'payer', '2026-08-17T06:00:00.000Z'),
      at('own, without a clock', 'payee', null),
      at('own, later', 'payee', '2026-08-17T06:30:00.000Z'),
      at('theirs, later', 'payer', '2026-08-17T07:00:00.000Z'),
      at('own, overdue', 'payee', '2026-08-17T05:00:00.000Z'),
    ]);
    expect(sorted.map(({ name }) => name)).toEqual([
      'own, overdue',
      'own, later',
      'own, without a clock',
      'theirs, soon',
      'theirs, later',
    ]);
  });
});
