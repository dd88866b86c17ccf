import type { NoticeText, Title } from '../orders/notice-texts.ts';
import type { ThreadEvent } from '../orders/thread.ts';
import { CASE_NOTICE, OUTAGE_NOTICE, type OrderNote } from './order-notes.ts';
import { ANSWER_NOTICE, SPLIT_NOTICE, THREAD_NOTICE } from './types.ts';

/**
 * The notice of a new line in an order's thread. No transition sends it, so it is none of the notification types of orders: an older app shows it
 * as an information. Sent at most once in `TIMERS.chatPushGap` per order and receiver.
 */
const THREAD_NOTICE_TITLE: Title = { zhTW: '訂單有新訊息', en: 'New message in an order' };

/** The notice of an offered split, and of one that was declined; outside the types of the machine, as the one above. */
const SPLIT_TITLES: Readonly<Record<'offered' | 'declined', Title>> = {
  offered: { zhTW: '對方提議拆分訂單，請回覆', en: 'The other side offers to split. Please answer' },
  declined: { zhTW: '拆分提議已作罷', en: 'The offer to split is off the table' },
};
const splitNoticeTitle = (stage: unknown): Title =>
  SPLIT_TITLES[stage === 'declined' ? 'declined' : 'offered'];

const OUTAGE_NOTICE_TITLE: Title = {
  zhTW: '系統曾經中斷或維護，訂單時限已順延',
  en: 'There was an outage or maintenance. Your order has more time',
};

/**
 * `ANSWER_NOTICE` is of an answer that leaves the order as it is, to whoever has waited for it: a request to cancel that was refused or met with
 * silence, a blame that was taken. `stage` is the line of the thread, `duty` whose turn it is now. Outside the types of the machine too.
 */
const ANSWER_TITLES = {
  'request-denied': { zhTW: '對方不同意取消', en: 'The other side does not agree to cancel' },
  'request-lapsed': { zhTW: '對方沒有回覆取消申請', en: 'Your request to cancel was not answered' },
  'blame-taken': { zhTW: '對方承認取消的責任', en: 'The other side takes the blame for the cancel' },
} as const satisfies Partial<Record<ThreadEvent, Title>>;
export type AnswerStage = keyof typeof ANSWER_TITLES;
export const isAnswerStage = (stage: unknown): stage is AnswerStage =>
  typeof stage === 'string' && Object.hasOwn(ANSWER_TITLES, stage);

/** By whose turn it is; at an end it is nobody's. */
const GOES_ON: Readonly<Record<string, Title>> = {
  payer: {
    zhTW: '訂單照常進行：等 {nick} 在 {time} 前付款，您先不用處理。',
    en: 'The order goes on: {nick} has until {time} to pay. Nothing for you to do yet.',
  },
  both: {
    zhTW: '訂單照常進行：請在 {time} 前到訂單處理，之後由客服接手。',
    en: 'The order goes on: please act by {time}; then support takes over.',
  },
  operator: {
    zhTW: '客服會判定這筆訂單，您先不用處理。',
    en: 'Support will decide this order. Nothing for you to do yet.',
  },
};
const NOT_COUNTED: Title = {
  zhTW: '這次取消不再算在您的紀錄上，不用處理。',
  en: 'It no longer counts against you. Nothing for you to do.',
};

/** What the notice of an answer says; without a text where it does not say whose turn it is. */
export function answerNotice({ stage, duty }: { stage?: unknown; duty?: unknown }): NoticeText {
  const known = isAnswerStage(stage) ? stage : 'request-denied';
  const text =
    known === 'blame-taken'
      ? NOT_COUNTED
      : typeof duty === 'string' && Object.hasOwn(GOES_ON, duty)
        ? GOES_ON[duty]
        : undefined;
  return { title: ANSWER_TITLES[known], ...(text && { text }) };
}

const CASE_NOTICES = {
  late: {
    title: { zhTW: '客服的判定比預計晚', en: 'The decision takes longer than we said' },
    text: {
      zhTW: '抱歉讓您久等。{time} 前還沒有判定的話，會改由客服主管處理。您先不用處理。',
      en: 'We are sorry. If it is not decided by {time}, the head of support takes it over. Nothing for you to do.',
    },
  },
  escalated: {
    title: { zhTW: '您的訂單改由客服主管處理', en: 'The head of support now handles your order' },
    text: {
      zhTW: '預計 {time} 前判定。您先不用處理。',
      en: 'Expect the decision by {time}. Nothing for you to do.',
    },
  },
} as const satisfies Readonly<Record<string, NoticeText>>;
export type CaseNoticeStage = keyof typeof CASE_NOTICES;

export const caseNotice = ({ stage }: { stage?: unknown }): NoticeText =>
  CASE_NOTICES[stage === 'escalated' ? 'escalated' : 'late'];

/** What each type outside those of the machine is called. */
const NOTE_TITLES: Readonly<Record<OrderNote, (extra: Readonly<Record<string, unknown>>) => Title>> = {
  [THREAD_NOTICE]: () => THREAD_NOTICE_TITLE,
  [SPLIT_NOTICE]: ({ stage }) => splitNoticeTitle(stage),
  [OUTAGE_NOTICE]: () => OUTAGE_NOTICE_TITLE,
  [ANSWER_NOTICE]: (extra) => answerNotice(extra).title,
  [CASE_NOTICE]: (extra) => caseNotice(extra).title,
};

/** The title of a notice about an order that no type of the machine stands for; undefined of any other type. */
export const orderNoteTitle = (type: string, extra: Readonly<Record<string, unknown>>): Title | undefined =>
  Object.hasOwn(NOTE_TITLES, type) ? NOTE_TITLES[type as OrderNote](extra) : undefined;
