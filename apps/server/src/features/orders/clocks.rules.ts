import {
  findTransition,
  ORDER_TIMER_EVENTS,
  REMINDERS,
  TIMERS,
  type OrderTimer,
  type Situation,
  type TimerName,
  type Transition,
} from '@holdfast/contract/orders';
import { timerMs, type Settings } from '@holdfast/contract/settings';
import { assert } from '@holdfast/kernel';

/** A clock that begins to run now. */
export interface StartedClock {
  readonly name: OrderTimer;
  readonly ms: number;
  /** From the end of this clock on instead of now, if it runs. */
  readonly after?: OrderTimer;
}

/** What a transition does to the clocks of an order. */
export interface ClockChange {
  /** They go on as they are; all others end. */
  readonly keeps: readonly OrderTimer[];
  /** They stand still from now on: their time left stays theirs. */
  readonly pauses: readonly OrderTimer[];
  /** In place of one of the same name, if that runs. */
  readonly starts: readonly StartedClock[];
}

interface StartFacts {
  readonly payWindowMinutes: number;
  readonly settings: Settings;
  /** By how much the time to pay is extended. */
  readonly extension?: number | undefined;
}

interface ClockFacts extends StartFacts {
  readonly before: Situation;
  readonly after: Situation;
  /** The clock that has fired, if it was one: it is over. */
  readonly fired?: OrderTimer | undefined;
}

export const NO_CLOCKS: ClockChange = { keeps: [], pauses: [], starts: [] };

const ALL = Object.keys(ORDER_TIMER_EVENTS) as OrderTimer[];

/** Whether the end of a clock means something there. One without an event is an operator's: of a case, and only shown. */
function counts(name: OrderTimer, situation: Situation): boolean {
  const event = ORDER_TIMER_EVENTS[name];
  if (event === null) return situation.at === 'STUCK_CASE';
  return findTransition(situation, event, 'timer') !== undefined;
}

/**
 * The clocks that a transition keeps, pauses and starts. One belongs to the state that it began in, and `cancelAck` to the request: within a
 * state all go on that still mean something, and those that would mean something again without the request stand still while it lies there.
 * With the state they end, except that of a request which stays open and which silence still ends. What means nothing is not started.
 */
export function clocksOf(
  transition: Pick<Transition, 'id' | 'clock'>,
  { before, after, fired, ...facts }: ClockFacts,
): ClockChange {
  // The time to appeal is counted from the end of the order: no row runs for it.
  if (transition.clock === 'stop' || transition.clock === 'appeal') return NO_CLOCKS;
  const starts = firstClocksOf(transition, facts).filter(({ name }) => counts(name, after));
  const isStarted = (name: OrderTimer) => starts.some((one) => one.name === name);
  const isSameState = before.at === after.at;
  const hasSameRequest = Boolean(before.request) && before.request === after.request;
  const goesOn = ALL.filter(
    (name) => name !== fired && !isStarted(name) && (name === 'cancelAck' ? hasSameRequest : isSameState),
  );
  const withoutRequest = { at: after.at, request: null };
  return {
    keeps: goesOn.filter((name) => counts(name, after)),
    pauses: goesOn.filter(
      (name) => name !== 'cancelAck' && !counts(name, after) && counts(name, withoutRequest),
    ),
    starts,
  };
}

/** The clocks that a transition starts: a state's clock comes with its reminders. */
export function firstClocksOf(
  { id, clock }: Pick<Transition, 'id' | 'clock'>,
  { payWindowMinutes, settings, extension }: StartFacts,
): readonly StartedClock[] {
  if (clock === 'keep') return [];
  if (clock === 'extend') {
    assert(extension !== undefined, 'an extension says how long it is');
    return extended(extension * 60_000);
  }
  assert(isOrderTimer(clock), `${id} works today, so it starts a clock, stops all or keeps them`);
  const ms = clock === 'pay' ? payWindowMinutes * 60_000 : timerMs(settings, clock);
  return [{ name: clock, ms }, ...remindersOf(clock, ms)];
}

/** The time to pay goes on from where it ends; one that is over begins again now. */
function extended(ms: number): StartedClock[] {
  const starts = [{ name: 'pay' as const, ms }, ...remindersOf('pay', ms)];
  return starts.map((start) => ({ ...start, after: 'pay' }));
}

function remindersOf(clock: OrderTimer, clockMs: number): StartedClock[] {
  const names: readonly OrderTimer[] = Object.hasOwn(REMINDERS, clock)
    ? REMINDERS[clock as keyof typeof REMINDERS]
    : [];
  return names.map((name) => {
    const { defaultMs, before } = TIMERS[name];
    return { name, ms: before === undefined ? defaultMs : clockMs - defaultMs };
  });
}

function isOrderTimer(clock: TimerName | Transition['clock']): clock is OrderTimer {
  return Object.hasOwn(ORDER_TIMER_EVENTS, clock);
}
