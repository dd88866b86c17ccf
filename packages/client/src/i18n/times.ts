import type { Language } from './words.ts';

/** Every time is shown in this zone, and said to be: the banks behind the trades run on it (decision 11). */
export const TIME_ZONE = 'Asia/Taipei';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(
  language: Language,
  name: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${language} ${name}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(language, { timeZone: TIME_ZONE, ...options });
  formats.set(key, made);
  return made;
}

/** `14:02` */
export function clockTime(instant: string, language: Language): string {
  return formatIn(language, 'clock', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(instant),
  );
}

function dayOf(date: Date): string {
  return formatIn('en', 'day', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(date);
}

/** `14:02` for today, `8月17日 14:02` for another day of this year, with the year before that. */
export function dayAndTime(instant: string, nowMs: number, language: Language): string {
  const date = new Date(instant);
  const now = new Date(nowMs);
  if (dayOf(date) === dayOf(now)) return clockTime(instant, language);
  const isThisYear = dayOf(date).slice(-4) === dayOf(now).slice(-4);
  const day = isThisYear
    ? formatIn(language, 'date', { month: 'short', day: 'numeric' })
    : formatIn(language, 'year', { year: 'numeric', month: 'short', day: 'numeric' });
  return `${day.format(date)} ${clockTime(instant, language)}`;
}

/** Taipei knows no summer time: all its days are equally long. */
const DAY_MS = 86_400_000;

export interface Day<T> {
  readonly key: string;
  readonly is: 'today' | 'yesterday' | 'earlier';
  /** `8月17日週一`, with the year where it is another one. */
  readonly date: string;
  readonly items: readonly T[];
}

/** A list from the newest to the oldest, parted by the days of Taipei. */
export function groupByDay<T extends { readonly at: string }>(
  list: readonly T[],
  nowMs: number,
  language: Language,
): Day<T>[] {
  const [today, yesterday] = [dayOf(new Date(nowMs)), dayOf(new Date(nowMs - DAY_MS))];
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of list) {
    const key = dayOf(new Date(item.at));
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups].map(([key, items]) => {
    const isThisYear = key.slice(-4) === today.slice(-4);
    const shown = { month: 'short', day: 'numeric', weekday: 'short' } as const;
    const format = isThisYear
      ? formatIn(language, 'weekday', shown)
      : formatIn(language, 'weekday of a year', { ...shown, year: 'numeric' });
    return {
      key,
      is: key === today ? 'today' : key === yesterday ? 'yesterday' : 'earlier',
      date: format.format(new Date(items[0].at)),
      items,
    };
  });
}

/** With seconds, for a trail of events: `2026/8/17 14:02:09`. */
export function exactTime(instant: string, language: Language): string {
  return formatIn(language, 'exact', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(instant));
}
