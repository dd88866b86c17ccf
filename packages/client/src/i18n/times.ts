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
