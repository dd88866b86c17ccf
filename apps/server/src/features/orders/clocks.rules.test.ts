import { ORDER_STATES, TRANSITIONS, type OrderState } from '@holdfast/contract/orders';
import { settingsAt } from '@holdfast/contract/settings';
import { expect, it } from 'vitest';
import { clocksOf, NO_CLOCKS } from './clocks.rules.ts';
import { isLive } from './order.rules.ts';

const MINUTE = 60_000;
const facts = { payWindowMinutes: 30, settings: settingsAt([], new Date(0)) };

const isOrderState = (place: string): place is OrderState =>
  (ORDER_STATES as readonly string[]).includes(place);

it('stops every clock at an end, and leaves none running alone that another state has', () => {
  for (const transition of TRANSITIONS.filter(
    (it) => it.implemented && it.clock !== 'extend' && it.from.some((place) => isOrderState(place)),
  )) {
    const ends = isOrderState(transition.to) && !isLive(transition.to);
    const change = clocksOf(transition, facts);
    expect(change.stops === 'all' && change.starts.length === 0, transition.id).toBe(ends);
    expect(change.stops === 'all', transition.id).toBe(transition.to !== 'same');
  }
  expect(clocksOf({ id: 'T22', clock: 'stop' }, facts)).toBe(NO_CLOCKS);
});

it('starts the clock of a state with its reminders, each by its own rule', () => {
  expect(clocksOf({ id: 'T2', clock: 'pay' }, facts).starts).toEqual([
    { name: 'pay', ms: 30 * MINUTE },
    { name: 'remindExtend', ms: 25 * MINUTE },
  ]);
  expect(clocksOf({ id: 'T8', clock: 'ack' }, facts).starts).toEqual([
    { name: 'ack', ms: 15 * MINUTE },
    { name: 'ackReminder', ms: 5 * MINUTE },
    { name: 'ackLastReminder', ms: 12 * MINUTE },
  ]);
});

it('adds an extension to the time to pay that is left, with a reminder before its new end', () => {
  expect(clocksOf({ id: 'T7', clock: 'extend' }, { ...facts, extension: 15 })).toEqual({
    stops: ['grace'],
    starts: [
      { name: 'pay', ms: 15 * MINUTE, after: 'pay' },
      { name: 'remindExtend', ms: 10 * MINUTE, after: 'pay' },
    ],
  });
});

it('lets the others run on where a reminder has fired, and that one is over', () => {
  expect(clocksOf({ id: 'T23', clock: 'keep' }, { ...facts, fired: 'ackReminder' })).toEqual({
    stops: ['ackReminder'],
    starts: [],
  });
});
