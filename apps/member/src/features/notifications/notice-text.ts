import type { InboxRow } from '@holdfast/contract/calls';
import {
  accountNoticeTitle,
  isOrderNotificationType,
  type AccountNoticeType,
} from '@holdfast/contract/notifications';
import { noticeTitle } from '@holdfast/contract/orders';
import { dayAndTime, sayIn, type Language, inLanguage } from '@holdfast/client/i18n';
import { notificationsWords } from './notifications.words.ts';

function extraOf(row: InboxRow, key: string): string | undefined {
  const value = Object.hasOwn(row.extra, key) ? row.extra[key] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

export interface NoticeText {
  readonly title: string;
  readonly lines: readonly string[];
  /** Somebody else may have done it: the way to freeze the account stands below. */
  readonly isDeniable: boolean;
}

const REVIEW_TITLES: Readonly<Record<string, keyof (typeof notificationsWords)['zh-TW']>> = {
  userWithdrawSuccess: 'withdrawSuccess',
  merchantBindReview: 'bindReview',
  userBankCardReview: 'cardReview',
  userRealNameReview: 'realNameReview',
};

/** What somebody else may have done: whoever did not do it must know what to do now. */
const DENIABLE: ReadonlySet<string> = new Set<AccountNoticeType>([
  'userNormalLogin',
  'accountUnfrozen',
  'mobileAdded',
  'mailAdded',
  'mobileVerified',
  'mailVerified',
  'mobileChanged',
  'mailChanged',
  'passwordChanged',
  'transactionSecretChanged',
  'securityQuestionsChanged',
  'phraseChanged',
]);

/**
 * What a notification says in the member's language. The app speaks for the types it knows; for others the server's own words stand,
 * as the text they are. Whatever came along is data: it is put into sentences and never read as anything else.
 */
export function noticeText(row: InboxRow, language: Language, nowMs: number): NoticeText {
  const say = sayIn(notificationsWords, language);
  const extra = (key: string) => extraOf(row, key);
  const time = (key: string) => {
    const text = extra(key);
    return text !== undefined && !Number.isNaN(Date.parse(text))
      ? dayAndTime(text, nowMs, language)
      : undefined;
  };
  const title = titleOf(row, language) ?? say('notice');
  if (isOrderNotificationType(row.type)) {
    const [nick, quantity, coin, serialNo] = ['nick', 'quantity', 'coinType', 'serialNo'].map(extra);
    const until = time('deadlineDate');
    return {
      title,
      lines: [
        nick && quantity && coin ? `${nick} · ${quantity} ${coin}` : (nick ?? ''),
        serialNo ? say('order', { serialNo }) : '',
        until ? say('until', { time: until }) : '',
      ].filter(Boolean),
      isDeniable: false,
    };
  }
  const [device, place, when] = [extra('device'), extra('place'), time('when')];
  const facts = [
    when ? say('when', { when }) : '',
    device ? say('device', { device }) : '',
    place ? say('place', { place }) : '',
    DENIABLE.has(row.type) ? say('notYou') : '',
  ].filter(Boolean);
  const lines = facts.length > 0 ? facts : [row.content].filter(Boolean);
  return { title, lines, isDeniable: DENIABLE.has(row.type) };
}

/**
 * The same in the device's own notifications, which whoever stands beside it can read: what happened and to which order, but neither who
 * nor how much.
 */
export function systemText(row: InboxRow, language: Language): { title: string; body: string | undefined } {
  const say = sayIn(notificationsWords, language);
  const serialNo = isOrderNotificationType(row.type) ? extraOf(row, 'serialNo') : undefined;
  return {
    title: titleOf(row, language) ?? say('notice'),
    body: serialNo && say('order', { serialNo }),
  };
}

function titleOf(row: InboxRow, language: Language): string | undefined {
  const { type, extra } = row;
  const known = isOrderNotificationType(type)
    ? noticeTitle(type, [extra['isOwner'] === true ? 'owner' : 'locker'])
    : accountNoticeTitle(type);
  if (known) return inLanguage(known, language);
  const review = Object.hasOwn(REVIEW_TITLES, type) ? REVIEW_TITLES[type] : undefined;
  if (review) {
    const { 'zh-TW': zhTW, en } = notificationsWords;
    return inLanguage({ zhTW: zhTW[review], en: en[review] }, language);
  }
  // A server that has no words for it sends the type's own name, which is none for a screen.
  return row.title !== '' && row.title !== type ? row.title : undefined;
}
