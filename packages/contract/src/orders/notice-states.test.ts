import { describe, expect, it } from 'vitest';
import { ORDER_NOTIFICATION_TYPES } from '../notifications/types.ts';
import { ORDER_STATES } from './machine.ts';
import { isNoticeOver, NOTICE_STATES } from './notice-states.ts';
import { TRANSITIONS } from './transitions.ts';

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
  it.each(ORDER_NOTIFICATION_TYPES)('%s can be the last word where its transitions lead', (type) => {
    const led = TRANSITIONS.filter(({ notices }) => notices.some((notice) => notice.type === type)).flatMap(
      ({ from, to }) => (to === 'same' ? from : [to]),
    );
    expect(new Set(NOTICE_STATES[type])).toEqual(new Set(led));
  });

  it.each(ORDER_NOTIFICATION_TYPES)('%s is over once its order stands elsewhere', (type) => {
    for (const state of ORDER_STATES.filter((one) => !NOTICE_STATES[type].includes(one)))
      expect(isNoticeOver(told(type), order({ state }))).toBe(true);
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
