import type { Title } from '../orders/notice-texts.ts';

/** Longer names of places are cut: a push message has one length for all. */
const PLACE_MAX = 40;

const WORDS = {
  zhTW: { place: '地點不明', device: '不明的裝置' },
  en: { place: 'Unknown place', device: 'Unknown device' },
} as const satisfies Readonly<Record<keyof Title, object>>;

const timeIn = (locale: string) =>
  new Intl.DateTimeFormat(locale, {
    timeZone: 'Asia/Taipei',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });

function timeText(at: Date): Title {
  return {
    zhTW: `台北時間 ${timeIn('zh-TW').format(at)}`,
    en: `${timeIn('en-GB').format(at)}, Taipei time`,
  };
}

/** Where, on what and when, as text that others may read on a locked screen; never the network. '' where a notice says none of it. */
function linesOf({ device, place, when }: Readonly<Record<string, unknown>>, language: keyof Title): string {
  if (typeof device !== 'string' && typeof place !== 'string') return '';
  const words = WORDS[language];
  const where = typeof place === 'string' && place !== '' ? place.slice(0, PLACE_MAX) : words.place;
  const what = typeof device === 'string' && device !== '—' ? device : words.device;
  const at = typeof when === 'string' ? new Date(when) : new Date(Number.NaN);
  const lines = [`${where} · ${what}`];
  if (!Number.isNaN(at.getTime())) lines.push(timeText(at)[language]);
  return lines.join('\n');
}

/**
 * What makes a notice about the safety of the account worth acting on before the app is opened: from which place, on what kind of device, when.
 * Nobody's name, no account, no address of a network.
 */
export const safetyFacts = (extra: Readonly<Record<string, unknown>>): Title => ({
  zhTW: linesOf(extra, 'zhTW'),
  en: linesOf(extra, 'en'),
});

/** What is said of it where nobody may read what has happened. */
export const SAFETY_NEWS: Title = { zhTW: '帳號安全通知', en: 'About the safety of your account' };
