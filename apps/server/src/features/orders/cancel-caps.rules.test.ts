import { TRANSITIONS, type OrderState } from '@holdfast/contract/orders';
import { defined, toMemberId } from '@holdfast/kernel';
import { describe, expect, it } from 'vitest';
import { blockedUntil, cancelChange, capsOf, countedAt } from './cancel-caps.rules.ts';
import type { Fault } from './order.rules.ts';

const [payerId, payeeId] = [toMemberId(1n), toMemberId(2n)];
const NOW = new Date('2026-08-17T06:00:00Z');
const DAY_END = new Date('2026-08-17T16:00:00Z');
const minutesOf = (until: Date) => (until.getTime() - NOW.getTime()) / 60_000;

/** What the transition of this id counts. */
function changeOf(
  id: string,
  { state, fault, by }: { state: OrderState; fault?: Fault; by?: 'by-payer' | 'by-payee' },
) {
  const transition = defined(
    TRANSITIONS.find((it) => it.id === id),
    id,
  );
  const before = {
    payerId,
    payeeId,
    state,
    paidAt: state === 'LOCKED' || state === 'GRACE' ? null : NOW,
    endedAt: null,
    request: by ? { by, askedAt: NOW } : null,
  };
  const to = transition.to === 'same' ? state : (transition.to as OrderState);
  return cancelChange(before, { to, fault: fault ?? null, transition });
}

it('allows a newcomer more', () => {
  for (const finished of [0, 2]) expect(capsOf(finished)).toEqual({ max: 5, afterPaidMax: 3 });
  for (const finished of [3, 500]) expect(capsOf(finished)).toEqual({ max: 3, afterPaidMax: 1 });
});

it('waits longer each time, and never beyond the day', () => {
  const steps = [1, 2, 3, 4].map((step) => minutesOf(blockedUntil(step, NOW, DAY_END)));
  expect(steps).toEqual([15, 30, 60, 240]);
  expect([5, 9].map((step) => blockedUntil(step, NOW, DAY_END))).toEqual([DAY_END, DAY_END]);
  const late = new Date('2026-08-17T15:50:00Z');
  expect(blockedUntil(1, late, DAY_END)).toEqual(DAY_END);
});

describe('a cancel counts', () => {
  it('for the payer who cancels, who lets the time run out, or blames the other side without proof', () => {
    const own = { memberId: payerId, afterPaid: false };
    expect(changeOf('T12', { state: 'LOCKED', fault: 'payer' })).toEqual({ count: { ...own, capped: true } });
    expect(changeOf('T12', { state: 'LOCKED', fault: 'undecided' })).toEqual({
      count: { ...own, capped: true },
    });
    expect(changeOf('T11', { state: 'GRACE', fault: 'payer' })).toEqual({ count: { ...own, capped: false } });
  });

  it('for the payee whose wish the payer agrees to', () => {
    expect(changeOf('T14', { state: 'LOCKED', by: 'by-payee', fault: 'payee' })).toEqual({
      count: { memberId: payeeId, afterPaid: false, capped: false },
    });
  });

  it('after "paid" when it is asked for, and not again when it comes', () => {
    expect(changeOf('T16', { state: 'PAID' })).toEqual({
      count: { memberId: payerId, afterPaid: true, capped: true },
    });
    for (const fault of ['payer', 'undecided'] as const)
      expect(changeOf('T18', { state: 'PAID', by: 'by-payer', fault })).toEqual({});
  });

  it('no more once the request ends otherwise', () => {
    const giveBack = { memberId: payerId, afterPaid: true, at: NOW };
    for (const id of ['T19', 'T20', 'T22'])
      expect(changeOf(id, { state: 'PAID', by: 'by-payer' }), id).toEqual({ giveBack });
    expect(changeOf('T27', { state: 'PAID', by: 'by-payer', fault: 'none' })).toEqual({ giveBack });
    expect(changeOf('T28', { state: 'STUCK_CASE', by: 'by-payer' })).toEqual({ giveBack });
  });

  it('as long as the request lies there', () => {
    expect(changeOf('T25', { state: 'PAID', by: 'by-payer' })).toEqual({});
  });

  it('for nobody whom only somebody else could make it count for', () => {
    expect(changeOf('T4', { state: 'ACCEPT_WAIT', fault: 'payee' })).toEqual({});
    expect(changeOf('T13', { state: 'LOCKED' })).toEqual({});
    expect(changeOf('T21b', { state: 'PAID', by: 'by-payee' })).toEqual({});
    expect(changeOf('T27.locked', { state: 'LOCKED', by: 'by-payee', fault: 'none' })).toEqual({});
    expect(changeOf('T29', { state: 'LOCKED' })).toEqual({});
  });
});

describe('when a cancel was counted', () => {
  const at = (minute: number) => new Date(NOW.getTime() + minute * 60_000);
  const lock = { event: 'lock', actor: 'payer', at: at(0) } as const;
  const asked = (actor: 'payer' | 'payee') => ({ event: 'request-cancel', actor, at: at(1) }) as const;
  const claim = { event: 'late-claim', actor: 'payer', at: at(9) } as const;

  it.each([
    ['at the end', [lock, { event: 'cancel', actor: 'payer', at: at(5) }, claim], 5],
    ['when the payer asked', [lock, asked('payer'), { event: 'allow-cancel', actor: 'payee', at: at(5) }], 1],
    [
      'when it was met with silence',
      [asked('payer'), { event: 'request-time-ended', actor: 'system', at: at(5) }, claim],
      1,
    ],
    [
      'at the end, where the payee asked',
      [asked('payee'), { event: 'allow-cancel', actor: 'payer', at: at(5) }],
      5,
    ],
    [
      'at the end, where a request had been denied',
      [
        asked('payer'),
        { event: 'deny-cancel', actor: 'payee', at: at(2) },
        { event: 'cancel', actor: 'payer', at: at(5) },
      ],
      5,
    ],
  ] as const)('%s', (_, events, minute) => expect(countedAt(events, at(5))).toEqual(at(minute)));
});
