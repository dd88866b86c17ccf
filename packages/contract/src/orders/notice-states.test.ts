import { describe, expect, it } from 'vitest';
import type { ORDER_NOTIFICATION_TYPES } from '../notifications/types.ts';
import { ORDER_STATES, type OrderState, type TransitionNotice } from './machine.ts';
import { isNoticeOver } from './notice-states.ts';
import { TRANSITIONS } from './transitions.ts';

/** What of a notice decides in which states it holds. */
const meaningOf = ({ with: { ackOf, stage, ended, claimed } = {} }: Pick<TransitionNotice, 'with'>) =>
  JSON.stringify({ ackOf, stage, ended, claimed });

/** Each meaning of each type, once. */
const MEANT = [
  ...new Map(
    TRANSITIONS.flatMap(({ notices }) => notices).map((notice) => [
      `${notice.type} ${meaningOf(notice)}`,
      [notice.type, meaningOf(notice), notice.with ?? {}] as const,
    ]),
  ).values(),
];

const SENT = '2026-08-17T06:02:00.000Z';
const LATER = '2026-08-17T06:05:00.000Z';

const told = (type: (typeof ORDER_NOTIFICATION_TYPES)[number], extra = {}) => ({ type, extra, at: SENT });
const order = (more: Partial<Parameters<typeof isNoticeOver>[1]>, at = LATER) =>
  ({
    state: 'LOCKED',
    cancelRequest: null,
    askedMinutes: null,
    timeline: [{ at: SENT }, { at }],
    ...more,
  }) as const;
const request = {
  by: 'counterparty',
  reason: 'agreed',
  askedAt: SENT,
  deadline: null,
  onSilence: null,
} as unknown as NonNullable<Parameters<typeof isNoticeOver>[1]['cancelRequest']>;

describe('a notification of an order', () => {
  it.each(MEANT)(
    '%s %s is the last word where its transitions lead, and over elsewhere',
    (type, _, extra) => {
      const led = TRANSITIONS.filter(({ notices }) =>
        notices.some((notice) => notice.type === type && meaningOf(notice) === meaningOf({ with: extra })),
      ).flatMap(({ from, to }) => (to === 'same' ? from : [to]));
      const isLast = (state: OrderState) =>
        !isNoticeOver(told(type, extra), order({ state, cancelRequest: request, askedMinutes: 15 }));
      expect(ORDER_STATES.filter(isLast)).toEqual(ORDER_STATES.filter((state) => led.includes(state)));
    },
  );

  it('does not ask to pay for an order that was cancelled, nor to check the bank for one that was released', () => {
    const accepted = told('orderAckAllow', { ackOf: 'lock' });
    expect(isNoticeOver(accepted, order({ state: 'LOCKED' }))).toBe(false);
    expect(isNoticeOver(accepted, order({ state: 'CANCELLED' }))).toBe(true);
    for (const state of ['STUCK_CASE', 'CANCELLED', 'FINISHED'] as const)
      expect(isNoticeOver(told('orderStuck', { stage: 'self' }), order({ state }))).toBe(true);
  });

  it('of a stage that an app does not know yet is over where none of its type holds', () => {
    expect(isNoticeOver(told('orderStuck', { stage: 'new' }), order({ state: 'FINISHED' }))).toBe(false);
    expect(isNoticeOver(told('orderStuck', { stage: 'new' }), order({ state: 'LOCKED' }))).toBe(true);
  });

  it('is believed while the order tells of nothing later', () => {
    expect(isNoticeOver(told('orderPaid'), order({ state: 'FINISHED' }, SENT))).toBe(false);
  });

  it('still holds while a proof or a line has been added to the same state', () => {
    expect(isNoticeOver(told('orderPaid'), order({ state: 'PAID' }))).toBe(false);
  });

  it('of a request is over once that was answered, in whatever state', () => {
    expect(isNoticeOver(told('orderAckCancel'), order({ cancelRequest: request }))).toBe(false);
    expect(isNoticeOver(told('orderAckCancel'), order({}))).toBe(true);
    expect(isNoticeOver(told('orderAckCancel', { ackOf: 'lock' }), order({ state: 'CANCELLED' }))).toBe(
      false,
    );
    const asked = told('orderRemindExtend', { stage: 'asked' });
    expect(isNoticeOver(asked, order({ askedMinutes: 15 }))).toBe(false);
    expect(isNoticeOver(asked, order({}))).toBe(true);
    expect(isNoticeOver(told('orderRemindExtend', { stage: 'ending' }), order({}))).toBe(false);
  });
});
