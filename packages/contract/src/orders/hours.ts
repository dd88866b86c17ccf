import { TAIPEI_OFFSET_MS } from '../rules/age.ts';

/**
 * The hours of the day in Taipei in which others may lock a listing; null stands for always. `from` is the first minute, `to` the first one after
 * them; where `to` lies before `from`, they go on past midnight.
 */
export interface TradingHours {
  readonly from: number;
  readonly to: number;
}

const MINUTE_MS = 60_000;
const DAY_MIN = 24 * 60;
const DAY_MS = DAY_MIN * MINUTE_MS;
/** They begin and end at full and half hours. */
export const HOURS_STEP_MIN = 30;

/** What can be chosen, as `HH:MM`. */
export const CLOCK_TIMES: readonly string[] = Array.from({ length: DAY_MIN / HOURS_STEP_MIN }, (_, step) =>
  toClock(step * HOURS_STEP_MIN),
);

/** Minutes of a day as `HH:MM`. */
export function toClock(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** `HH:MM`, which the contract has checked, as minutes of the day. */
export function fromClock(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

export interface HoursNow {
  readonly isWithin: boolean;
  /** When that changes next: when they end, or begin. */
  readonly turnsAt: Date;
}

/** Whether an instant lies within the hours, and until when that holds. */
export function hoursAt({ from, to }: TradingHours, now: Date): HoursNow {
  const ofDay = (now.getTime() + TAIPEI_OFFSET_MS) % DAY_MS;
  const until = (minutes: number) => (minutes * MINUTE_MS - ofDay + DAY_MS) % DAY_MS || DAY_MS;
  const [begin, end] = [until(from), until(to)];
  // Whichever comes first says on which side of it this instant is.
  const isWithin = end < begin;
  return { isWithin, turnsAt: new Date(now.getTime() + (isWithin ? end : begin)) };
}
