import { isSafetyBroadcast } from '@holdfast/contract/broadcasts';
import {
  isAboutOrder,
  isDeniable,
  isSafetyNotice,
  SAFETY_NEWS,
  safetyFacts,
  type PushPayload,
} from '@holdfast/contract/notifications';
import type { PushTarget } from '#platform/push/port.ts';

export type PushLanguage = 'zh-TW' | 'en';

/** A message of the inbox, in the language of the install. */
export interface Told {
  readonly seq: bigint;
  readonly type: string;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly at: Date;
  /** Undefined where there are no words for it. */
  readonly title: string | undefined;
}

export interface Reader {
  readonly language: PushLanguage;
  readonly isPrivate: boolean;
  readonly binding: string;
  readonly target: Pick<PushTarget, 'carrier'>;
}

const GENERAL: Readonly<Record<PushLanguage, string>> = {
  'zh-TW': '穩付有新的通知',
  en: 'Holdfast has news for you',
};
const ORDER: Readonly<Record<PushLanguage, string>> = { 'zh-TW': '訂單 ', en: 'Order ' };
const TEST: Readonly<Record<PushLanguage, { title: string; body: string }>> = {
  'zh-TW': { title: '測試通知', body: '這台裝置收得到穩付的通知' },
  en: { title: 'Test notification', body: 'This device receives notifications from Holdfast' },
};

const NOT_ME: Readonly<Record<PushLanguage, string>> = { 'zh-TW': '這不是我', en: 'This was not me' };

/**
 * What a message is about and no more: others may see the screen. Never who, how much or which account. Where, on what and when the account was
 * used stands in what only the browser can read; Google can read what goes to a shell.
 */
function bodyOf({ type, extra }: Told, { language, target }: Reader): string {
  if (isSafetyNotice(type)) {
    if (target.carrier !== 'web') return '';
    const { zhTW, en } = safetyFacts(extra);
    return language === 'en' ? en : zhTW;
  }
  const { serialNo } = extra;
  return isAboutOrder(type) && typeof serialNo === 'string' ? `${ORDER[language]}${serialNo}` : '';
}

/** Push data are texts on every carrier. Only these leave: what else a message says is asked for over the channel. */
function dataOf({ seq, type, extra }: Told, binding: string): PushPayload['data'] {
  const { orderId, reviewSuccess, bankCardStatus } = extra;
  return {
    type,
    seq: String(seq),
    binding,
    ...(isAboutOrder(type) && typeof orderId === 'string' && { orderId }),
    ...(typeof reviewSuccess === 'boolean' && { reviewSuccess: String(reviewSuccess) }),
    ...(typeof bankCardStatus === 'string' && { bankCardStatus }),
  };
}

/** Whether somebody else may have done what a message tells. The session that a sign-in elsewhere has ended is the case that matters most. */
const asksIfYou = (type: string): boolean => isDeniable(type) || type === 'userForcedLogout';

type Said = Pick<Told, 'type' | 'extra'>;

/** What concerns the safety of the account, be it this one alone or everybody's. What operators write about it stays inside the app. */
const isAboutSafety = (said: Said): boolean => isSafetyNotice(said.type) || isSafetyBroadcast(said);

function newsOf(said: Said, language: PushLanguage): string {
  if (!isAboutSafety(said)) return GENERAL[language];
  return language === 'en' ? SAFETY_NEWS.en : SAFETY_NEWS.zhTW;
}

/**
 * While a PIN is set, or where the member wants it so, a message says only that there is news (J10), and whether the account's safety is what it is
 * about: a theft must not look like an offer.
 */
export function pushPayloadOf(told: Told, reader: Reader): PushPayload {
  const { title, type } = told;
  const { language, isPrivate, binding } = reader;
  const notification =
    isPrivate || title === undefined
      ? { title: newsOf(told, language), body: '' }
      : { title, body: bodyOf(told, reader), ...(asksIfYou(type) && { notMe: NOT_ME[language] }) };
  return { data: dataOf(told, binding), notification };
}

export const TEST_TYPE = 'pushTest';

export function testPayloadOf(
  testId: string,
  { language, binding }: Pick<Reader, 'language' | 'binding'>,
): PushPayload {
  return { data: { type: TEST_TYPE, testId, binding }, notification: TEST[language] };
}

const DAY_SECONDS = 24 * 60 * 60;
const DAYS_MAX = 3;
/** What is older helps nobody, whatever it is about. */
export const USEFUL_MINUTES = DAYS_MAX * 24 * 60;
const TTL_SECONDS_MIN = 60;

/**
 * For how long a message helps whoever gets it: one with a deadline until then, one about an order or the safety of the account for a day,
 * another for three. Undefined: no longer.
 */
export function ttlSecondsOf({ type, extra, at }: Told, now: Date): number | undefined {
  const { deadlineDate } = extra;
  const deadline = typeof deadlineDate === 'string' ? Date.parse(deadlineDate) : Number.NaN;
  const days = isAboutOrder(type) || isSafetyNotice(type) ? 1 : DAYS_MAX;
  const end = at.getTime() + days * DAY_SECONDS * 1000;
  const useless = Number.isFinite(deadline) ? Math.min(deadline, end) : end;
  const seconds = Math.floor((useless - now.getTime()) / 1000);
  return seconds <= 0 ? undefined : Math.max(seconds, TTL_SECONDS_MIN);
}

/** What somebody waits for, and what concerns the safety of the account, wakes a phone that saves power. */
export const urgencyOf = (said: Said): 'normal' | 'high' =>
  isAboutOrder(said.type) || isAboutSafety(said) ? 'high' : 'normal';

/** A service that refuses so many messages in a row will take none at this address. */
export const REFUSALS_MAX = 5;
