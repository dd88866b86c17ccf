import {
  ORDER_TIMER_EVENTS,
  REMINDERS,
  TIMERS,
  type OrderTimer,
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

/** What a transition does to the clocks of an order. Those that it neither stops nor starts run on. */
export interface ClockChange {
  readonly stops: 'all' | readonly OrderTimer[];
  /** In place of one of the same name, if that runs. */
  readonly starts: readonly StartedClock[];
}

interface ClockFacts {
  readonly payWindowMinutes: number;
  readonly settings: Settings;
  /** The clock that has fired, if it was one: it is over. */
  readonly fired?: OrderTimer | undefined;
  /** By how much the time to pay is extended. */
  readonly extension?: number | undefined;
}

export const NO_CLOCKS: ClockChange = { stops: 'all', starts: [] };

/** The clocks that a transition stops and starts. A state's clock comes with its reminders, in place of whatever ran. */
export function clocksOf(
  { id, clock }: Pick<Transition, 'id' | 'clock'>,
  { payWindowMinutes, settings, fired, extension }: ClockFacts,
): ClockChange {
  // The time to appeal is counted from the end of the order: no row runs for it.
  if (clock === 'stop' || clock === 'appeal') return NO_CLOCKS;
  if (clock === 'keep') return { stops: fired === undefined ? [] : [fired], starts: [] };
  if (clock === 'extend') {
    assert(extension !== undefined, 'an extension says how long it is');
    return extended(extension * 60_000);
  }
  assert(isOrderTimer(clock), `${id} works today, so it starts a clock, stops all or keeps them`);
  const ms = clock === 'pay' ? payWindowMinutes * 60_000 : timerMs(settings, clock);
  return { stops: 'all', starts: [{ name: clock, ms }, ...remindersOf(clock, ms)] };
}

/** The time to pay goes on from where it ends; one that is over begins again now. */
function extended(ms: number): ClockChange {
  const starts = [{ name: 'pay' as const, ms }, ...remindersOf('pay', ms)];
  return { stops: ['grace'], starts: starts.map((start) => ({ ...start, after: 'pay' })) };
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
