import { BROADCAST_NOTICE, BROADCAST_TITLE, isSafetyBroadcast } from '@holdfast/contract/broadcasts';
import type { InboxRow } from '@holdfast/contract/calls';
import {
  accountNoticeTitle,
  ANSWER_NOTICE,
  CASE_NOTICE,
  caseNotice,
  answerNotice,
  isAboutOrder,
  isDeniable,
  isListingNotice,
  isOfPayAccount,
  isOrderNotificationType,
  isSafetyNotice,
  LISTING_NOTICES,
  orderNoteTitle,
  OUTAGE_NOTICE,
  reviewNoticeTitle,
  SAFETY_NEWS,
  safetyFacts,
  SPLIT_NOTICE,
  THREAD_NOTICE,
  type OrderNotificationType,
} from '@holdfast/contract/notifications';
import {
  orderNotice,
  REMARK_REMOVAL_TEXTS,
  REMARK_REMOVALS,
  SUSPENSION_REASON_TEXTS,
  SUSPENSION_REASONS,
} from '@holdfast/contract/orders';
import { formatMoney } from '@holdfast/ui';
import { dayAndTime, fillIn, inLanguage, sayIn, withoutMarks, type Language } from '@holdfast/client/i18n';
import { placeText } from '#components/place-text.ts';
import { notificationsWords } from './notifications.words.ts';

function extraOf(row: InboxRow, key: string): string | undefined {
  const value = Object.hasOwn(row.extra, key) ? row.extra[key] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

export interface NoticeText {
  readonly title: string;
  /** What it means for the reader: whose turn it is, what for, until when. */
  readonly text: string | undefined;
  /** Which order, or when, where and on what device. */
  readonly facts: readonly string[];
  /** Somebody else may have done it: the way to freeze the account stands below. */
  readonly isDeniable: boolean;
  /** It names a time, so it names the zone too. */
  readonly tellsTime: boolean;
}

/**
 * What a notification says in the member's language. The app speaks for the types it knows; for others the server's own words stand,
 * as the text they are. Whatever came along is data: it is put into sentences and never read as anything else.
 */
export function noticeText(row: InboxRow, language: Language, nowMs: number): NoticeText {
  const title = titleOf(row, language) ?? sayIn(notificationsWords, language)('notice');
  const reading = { row, language, nowMs };
  const tellsTime = ['deadlineDate', 'claimUntil', 'holdUntil', 'when'].some(
    (key) => timeOf(reading, key) !== undefined,
  );
  return isOrderNotificationType(row.type)
    ? { title, ...orderTextOf(row.type, reading), isDeniable: false, tellsTime }
    : { title, ...accountTextOf(reading), isDeniable: isDeniable(row.type), tellsTime };
}

interface Reading {
  readonly row: InboxRow;
  readonly language: Language;
  readonly nowMs: number;
}

function timeOf({ row, language, nowMs }: Reading, key: string): string | undefined {
  const instant = extraOf(row, key);
  return instant !== undefined && !Number.isNaN(Date.parse(instant))
    ? dayAndTime(instant, nowMs, language)
    : undefined;
}

/** An amount of the extra data, which is a number there: `3,000`. */
function amountOf(row: InboxRow, key: string): string | undefined {
  const amount = extraOf(row, key);
  return amount !== undefined && /^\d+(\.\d+)?$/.test(amount) ? formatMoney(amount) : undefined;
}

function orderTextOf(type: OrderNotificationType, reading: Reading): Pick<NoticeText, 'text' | 'facts'> {
  const { row, language } = reading;
  const [nick, coin, serialNo] = ['nick', 'coinType', 'serialNo'].map((key) => extraOf(row, key));
  const quantity = amountOf(row, 'quantity');
  return {
    text: orderSentence(type, reading, { nick, coin, quantity }),
    facts: [
      [nick, quantity && coin && `${quantity} ${coin}`].filter(Boolean).join(' · '),
      serialNo ? sayIn(notificationsWords, language)('order', { serialNo }) : '',
    ].filter(Boolean),
  };
}

/** What an order notification asks for. Once its deadline has passed it asks for nothing any more: the order may stand anywhere by then. */
function orderSentence(
  type: OrderNotificationType,
  reading: Reading,
  known: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { row, language, nowMs } = reading;
  const { text } = orderNotice(type, row.extra);
  const time = timeOf(reading, 'deadlineDate');
  const isOver = nowMs > Date.parse(extraOf(row, 'deadlineDate') ?? '');
  if (time !== undefined && isOver) return sayIn(notificationsWords, language)('isOver', { time });
  if (!text) return undefined;
  return fillInWhole(inLanguage(text, language), {
    ...known,
    amount: amountOf(row, 'amount'),
    time,
    claim: timeOf(reading, 'claimUntil'),
    hold: timeOf(reading, 'holdUntil'),
  });
}

/** The sentence with its values; none at all where one of them did not come along. */
function fillInWhole(
  sentence: string,
  values: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const known = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const names = new Set(known.map(([name]) => name));
  const isWhole = [...sentence.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => names.has(name));
  return isWhole ? fillIn(sentence, Object.fromEntries(known)) : undefined;
}

function accountTextOf(reading: Reading): Pick<NoticeText, 'text' | 'facts'> {
  const { row, language } = reading;
  const say = sayIn(notificationsWords, language);
  const [device, when] = [extraOf(row, 'device'), timeOf(reading, 'when')];
  const place = placeText(row.extra, language);
  const facts = [
    when ? say('when', { when }) : '',
    device ? say('device', { device }) : '',
    place ? say('place', { place }) : '',
  ].filter(Boolean);
  if (isListingNotice(row.type)) return { text: listingText(row, language), facts };
  if (row.type === 'userRealNameReview') return { text: realNameResult(row, language), facts };
  const cards = cardsResult(row, language);
  if (cards !== undefined) return { text: cards, facts };
  if (row.type === BROADCAST_NOTICE) return { text: broadcastText(row, language).text, facts: [] };
  if (row.type === THREAD_NOTICE) return threadText(row, language);
  if (row.type === OUTAGE_NOTICE) return outageText(reading);
  if (row.type === ANSWER_NOTICE) return answerText(reading);
  if (row.type === CASE_NOTICE) return caseText(reading);
  if (row.type === SPLIT_NOTICE) return { text: undefined, facts: threadText(row, language).facts };
  if (row.type === 'passwordGuessed') return { text: say('guessed'), facts };
  if (isDeniable(row.type)) return { text: say('notYou'), facts };
  return { text: facts.length > 0 || row.content === '' ? undefined : row.content, facts };
}

/** What operators have written, in the member's language. */
function broadcastText(row: InboxRow, language: Language): { title: string; text: string } {
  const isEnglish = language === 'en';
  return {
    title: (isEnglish ? extraOf(row, 'titleEn') : undefined) ?? row.title,
    text: (isEnglish ? extraOf(row, 'textEn') : undefined) ?? row.content,
  };
}

/** Until when the order's clock runs from now on; one that is over by now says nothing more. */
function outageText(reading: Reading): Pick<NoticeText, 'text' | 'facts'> {
  const time = timeOf(reading, 'deadlineDate');
  const say = sayIn(notificationsWords, reading.language);
  return { text: time && say('movedTo', { time }), facts: threadText(reading.row, reading.language).facts };
}

/** Whose turn it is after an answer; once that time has passed the order may stand anywhere. */
function answerText(reading: Reading): Pick<NoticeText, 'text' | 'facts'> {
  const { row, language, nowMs } = reading;
  const { text } = answerNotice(row.extra);
  const time = timeOf(reading, 'deadlineDate');
  const isOver = nowMs > Date.parse(extraOf(row, 'deadlineDate') ?? '');
  return {
    text:
      isOver && time !== undefined
        ? sayIn(notificationsWords, language)('isOver', { time })
        : text && fillInWhole(inLanguage(text, language), { nick: extraOf(row, 'nick'), time }),
    facts: threadText(row, language).facts,
  };
}

/** By when support decides now, and who of it. */
function caseText(reading: Reading): Pick<NoticeText, 'text' | 'facts'> {
  const { row, language, nowMs } = reading;
  const { text } = caseNotice(row.extra);
  const time = timeOf(reading, 'deadlineDate');
  const isOver = nowMs > Date.parse(extraOf(row, 'deadlineDate') ?? '');
  return {
    // What was promised and is over is not promised any more; the room says what is.
    text: text && !isOver ? fillInWhole(inLanguage(text, language), { time }) : undefined,
    facts: threadText(row, language).facts,
  };
}

/** Who has written about which order. What was written stands in the order alone. */
function threadText(row: InboxRow, language: Language): Pick<NoticeText, 'text' | 'facts'> {
  const say = sayIn(notificationsWords, language);
  const [nick, serialNo] = [extraOf(row, 'nick'), extraOf(row, 'serialNo')];
  return {
    text: nick && say('wrote', { nick }),
    facts: serialNo ? [say('order', { serialNo })] : [],
  };
}

/** What the review of a bank account, or of a pay account, has come to. */
function cardsResult({ type, extra }: InboxRow, language: Language): string | undefined {
  if (type !== 'userBankCardReview') return undefined;
  const say = sayIn(notificationsWords, language);
  if (extra['payAccountsRemoved'] === true) return say('payAccountsRemoved');
  if (extra['payAccountAdded'] === true) return say('payAccountAdded');
  if (isOfPayAccount(extra) && extra['reviewSuccess'] !== undefined)
    return say(extra['reviewSuccess'] === true ? 'payAccountApproved' : 'payAccountRefused');
  if (extra['cardsRemoved'] === true) return say('cardsRemoved');
  if (extra['reviewSuccess'] === true) return say('cardApproved');
  return extra['reviewSuccess'] === false ? say('cardRefused') : undefined;
}

/** Which listing has ended without its owner, why, and what comes back. */
function listingText(row: InboxRow, language: Language): string | undefined {
  const say = sayIn(notificationsWords, language);
  if (row.type === 'listingRemarkRemoved') {
    const removal = REMARK_REMOVALS.find((one) => one === extraOf(row, 'reason')) ?? 'other';
    return say('remarkRemoved', { reason: inLanguage(REMARK_REMOVAL_TEXTS[removal], language) });
  }
  const [coin, quantity, because] = [
    extraOf(row, 'coinType'),
    amountOf(row, 'quantity'),
    extraOf(row, 'reason'),
  ];
  if (coin === undefined || quantity === undefined) return undefined;
  // Who buys has reserved nothing, so nothing came back.
  const isBuy = extraOf(row, 'orderType') === 'buy';
  if (row.type === 'listingExpired')
    return say(isBuy ? 'listingExpiredBuy' : 'listingExpired', { quantity, coin });
  const known = SUSPENSION_REASONS.find((one) => one === because) ?? 'other';
  const reason = inLanguage(SUSPENSION_REASON_TEXTS[known], language);
  return say(isBuy ? 'listingSuspendedBuy' : 'listingSuspended', { quantity, coin, reason });
}

/** What the review of a real name has come to. */
function realNameResult(row: InboxRow, language: Language): string | undefined {
  const status = extraOf(row, 'realNameStatus');
  const say = sayIn(notificationsWords, language);
  if (status === 'Approved') return say('realNameApproved');
  if (status === 'NotApproved') return say('realNameRefused');
  return status === 'none' ? say('realNameReset') : undefined;
}

/**
 * The same in the device's own notifications, which whoever stands beside it can read: what happened and to which order, but neither who
 * nor how much; of what was done to the account, from where, on what kind of device and when. `general` is said instead where nobody may read
 * what happened; that it is about the safety of the account is said there too.
 */
export function systemText(
  row: InboxRow,
  language: Language,
  general: string | undefined,
): { title: string; body: string | undefined } {
  const say = sayIn(notificationsWords, language);
  if (general !== undefined)
    return {
      title: isSafetyNotice(row.type) || isSafetyBroadcast(row) ? inLanguage(SAFETY_NEWS, language) : general,
      body: undefined,
    };
  // What operators write to members is not for whoever stands beside them.
  if (row.type === BROADCAST_NOTICE)
    return { title: withoutMarks(inLanguage(BROADCAST_TITLE, language)), body: undefined };
  const title = withoutMarks(titleOf(row, language) ?? say('notice'));
  if (isSafetyNotice(row.type))
    return { title, body: inLanguage(safetyFacts(row.extra), language) || undefined };
  const serialNo = isAboutOrder(row.type) ? extraOf(row, 'serialNo') : undefined;
  return { title, body: serialNo && withoutMarks(say('order', { serialNo })) };
}

function titleOf(row: InboxRow, language: Language): string | undefined {
  const { type, extra } = row;
  if (type === BROADCAST_NOTICE) return broadcastText(row, language).title;
  const known = isOrderNotificationType(type)
    ? orderNotice(type, extra).title
    : isListingNotice(type)
      ? LISTING_NOTICES[type]
      : (orderNoteTitle(type, extra) ?? accountNoticeTitle(type) ?? reviewNoticeTitle(type, extra));
  if (known) return inLanguage(known, language);
  // A server that has no words for it sends the type's own name, which is none for a screen.
  return row.title !== '' && row.title !== type ? row.title : undefined;
}
