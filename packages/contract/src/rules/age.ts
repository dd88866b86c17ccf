import { allHold, type Clauses } from './clauses.ts';

export const TAIPEI_OFFSET_MS = 8 * 60 * 60 * 1000;

/** The civil date in Taipei at an instant (ms since 1970 UTC), as `YYYY-MM-DD`. Taiwan has kept UTC+8 without summer time since 1979. */
export function taipeiDate(instantMs: number): string {
  return new Date(instantMs + TAIPEI_OFFSET_MS).toISOString().slice(0, 10);
}

/** The instant (ms since 1970 UTC) at which a civil date begins in Taipei. */
export function taipeiMidnight(date: string): number {
  return Date.parse(`${date}T00:00:00.000Z`) - TAIPEI_OFFSET_MS;
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

function parseDate(text: string): CivilDate | undefined {
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const daysInMonth = [31, isLeapYear(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return daysInMonth !== undefined && day >= 1 && day <= daysInMonth ? { year, month, day } : undefined;
}

/** A `YYYY-MM-DD` that is in the calendar. */
export function isCivilDate(text: string): boolean {
  return parseDate(text) !== undefined;
}

/**
 * Whole years from `bornOn` to `on`. The years of somebody born on 29 February turn, in a year without one, on 1 March: by Taiwan's Civil
 * Code (article 121) a period without a matching last day ends with the last day of that month, so the year is complete at its midnight.
 */
function completedYears(bornOn: CivilDate, on: CivilDate): number {
  const birthdayPassed = on.month > bornOn.month || (on.month === bornOn.month && on.day >= bornOn.day);
  return on.year - bornOn.year - (birthdayPassed ? 0 : 1);
}

export type AgeClause = 'date' | 'born' | 'age';

/** How old somebody born on `bornOn` is on the civil date `on`, in whole years; undefined where one of them is no date. */
export function ageOn(bornOn: string, on: string): number | undefined {
  const [born, day] = [parseDate(bornOn), parseDate(on)];
  return born && day && completedYears(born, day);
}

/**
 * At least `years` old on the civil date `on` (both `YYYY-MM-DD`; take `on` from `taipeiDate`, not from the device's zone). Clauses: `date`
 * both dates exist, `born` the birth is not in the future, `age` the years are complete (spec 5).
 */
export function ageClauses({
  bornOn,
  on,
  years,
}: {
  bornOn: string;
  on: string;
  years: number;
}): Clauses<AgeClause> {
  const [born, today] = [parseDate(bornOn), parseDate(on)];
  if (!born || !today) return { date: false, born: false, age: false };
  return { date: true, born: bornOn <= on, age: completedYears(born, today) >= years };
}

export function isAtLeastAge(input: { bornOn: string; on: string; years: number }): boolean {
  return allHold(ageClauses(input));
}
