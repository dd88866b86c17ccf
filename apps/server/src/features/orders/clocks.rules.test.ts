import {
  findTransition,
  isBuilt,
  ORDER_STATES,
  placeAfter,
  requestAfter,
  TRANSITIONS,
  type OrderState,
  type Situation,
} from '@holdfast/contract/orders';
import { settingsAt } from '@holdfast/contract/settings';
import { defined } from '@holdfast/kernel';
import { describe, expect, it } from 'vitest';
import { clocksOf, firstClocksOf, NO_CLOCKS } from './clocks.rules.ts';
import { isLive } from './order.rules.ts';

const MINUTE = 60_000;
const facts = { payWindowMinutes: 30, settings: settingsAt([], new Date(0)), extension: 15 };

const isOrderState = (place: string): place is OrderState =>
  (ORDER_STATES as readonly string[]).includes(place);
const at = (state: OrderState, request: Situation['request'] = null): Situation => ({ at: state, request });

/** What the transition of this id does to the clocks of an order there. */
function through(id: string, before: Situation) {
  const found = TRANSITIONS.find((it) => it.id === id);
  const transition = defined(found, id);
  const after = {
    at: placeAfter(transition, before.at),
    request: requestAfter(transition, before.request ?? null),
  };
  return clocksOf(transition, { ...facts, before, after });
}
const namesOf = (starts: readonly { name: string }[]) => starts.map(({ name }) => name);

/** Every step of an order that works today, from each situation that it accepts. What an outage moves, it moves for all orders at once. */
const STEPS = TRANSITIONS.filter(
  (it) => isBuilt(it) && it.clock !== 'shift' && it.from.some(isOrderState),
).flatMap((it) =>
  it.from.filter(isOrderState).flatMap((from) =>
    (it.request ?? ['none']).map((request) => ({
      id: it.id,
      before: at(from, request === 'none' ? null : request),
      isEnd: !isLive(placeAfter(it, from) as OrderState),
    })),
  ),
);

it.each(STEPS.filter(({ isEnd }) => isEnd))('leaves no clock at an end: $id', ({ id, before }) =>
  expect(through(id, before)).toEqual(NO_CLOCKS),
);

it.each(STEPS.filter(({ isEnd }) => !isEnd))(
  'leaves a clock that runs: $id of $before.at',
  ({ id, before }) => {
    const { keeps, starts } = through(id, before);
    expect(keeps.length + starts.length).toBeGreaterThan(0);
  },
);

it('starts the clock of a state with its reminders, each by its own rule', () => {
  expect(firstClocksOf({ id: 'T2', clock: 'pay' }, facts)).toEqual([
    { name: 'pay', ms: 30 * MINUTE },
    { name: 'remindExtend', ms: 25 * MINUTE },
  ]);
  expect(through('T8', at('LOCKED')).starts).toEqual([
    { name: 'ack', ms: 15 * MINUTE },
    { name: 'ackReminder', ms: 5 * MINUTE },
    { name: 'ackLastReminder', ms: 12 * MINUTE },
  ]);
});

it('adds an extension to the time to pay that is left, with a reminder before its new end', () => {
  const { keeps, starts } = through('T7', at('LOCKED', 'by-payee'));
  expect(starts).toEqual([
    { name: 'pay', ms: 15 * MINUTE, after: 'pay' },
    { name: 'remindExtend', ms: 10 * MINUTE, after: 'pay' },
  ]);
  expect(keeps).toEqual(['cancelAck']);
  expect(through('T7', at('GRACE')).keeps).toEqual([]);
});

it('lets the others run on where a reminder has fired, and that one is over', () => {
  const transition = defined(findTransition(at('PAID'), 'ack-reminder-due', 'timer'), 'a reminder');
  const change = clocksOf(transition, {
    ...facts,
    before: at('PAID'),
    after: at('PAID'),
    fired: 'ackReminder',
  });
  expect(change.keeps).toEqual(expect.arrayContaining(['ack', 'ackLastReminder']));
  expect(change.keeps).not.toContain('ackReminder');
});

describe('the clocks that ran before a request to cancel', () => {
  it('go on while a payee asks before the payment: the time to pay is not the payee’s to stop', () => {
    const { keeps, pauses, starts } = through('T13', at('LOCKED'));
    expect(keeps).toEqual(expect.arrayContaining(['pay', 'remindExtend']));
    expect([pauses, namesOf(starts)]).toEqual([[], ['cancelAck']]);
  });

  it('stand still in PAID while it lies there, so that nobody can use it to run out the other side’s time', () => {
    for (const id of ['T16', 'T21']) {
      const { keeps, pauses } = through(id, at('PAID'));
      expect(pauses.toSorted()).toEqual(['ack', 'ackLastReminder', 'ackReminder']);
      expect(keeps.filter((name) => pauses.includes(name))).toEqual([]);
    }
  });

  it('lose that of the request with the request, and the others with their state', () => {
    expect(through('T15', at('LOCKED', 'by-payee')).keeps).not.toContain('cancelAck');
    expect(through('T8', at('LOCKED', 'by-payee')).keeps).toEqual([]);
    expect(through('T22', at('PAID', 'by-payer'))).toEqual(NO_CLOCKS);
  });

  it('keep that of the request into a case only where silence still ends it', () => {
    expect(through('T25', at('PAID', 'by-payee')).keeps).toEqual(['cancelAck']);
    expect(through('T25', at('PAID', 'by-payer')).keeps).toEqual([]);
    expect(namesOf(through('T16', at('STUCK_CASE')).starts)).toEqual([]);
  });
});
