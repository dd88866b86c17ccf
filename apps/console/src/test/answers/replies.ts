import type { CallOutput, ReplyTemplate } from '@holdfast/contract/calls';
import { ago, HOUR, MINUTE } from '../fake-times.ts';

type Version = Omit<ReplyTemplate, 'id'>;

const version = (change: Partial<Version> = {}): Version => ({
  version: 2,
  name: '首次回覆',
  zhTW: '您好，我們正在查看這筆訂單，會在期限前答覆。請雙方先保留轉帳紀錄。',
  en: 'We are looking into this order and will answer in time. Please both keep your records of the transfer.',
  isOffered: true,
  changedBy: 'rika@holdfast.example',
  changedAt: ago(26 * HOUR),
  ...change,
});

export const reply = (change: Partial<ReplyTemplate> = {}): ReplyTemplate => ({
  id: '3',
  ...version(),
  ...change,
});

export const replyList: CallOutput<'/operator/reply-template/list'> = {
  items: [
    reply(),
    reply({
      id: '2',
      version: 1,
      name: '請補銀行明細',
      zhTW: '請上傳顯示這筆轉帳的銀行明細（含日期、金額與對方帳號末五碼）。',
      en: 'Please upload the bank statement that shows this transfer, with date, sum and the last five digits.',
    }),
  ],
  next: null,
};

/** The same, after a colleague has changed the first one. */
export const replyListChanged: CallOutput<'/operator/reply-template/list'> = {
  items: [
    reply({
      version: 3,
      zhTW: '您好，我們正在查看這筆訂單，24 小時內答覆。請雙方先保留轉帳紀錄。',
      en: 'We are looking into this order and will answer within 24 hours. Please both keep your records of the transfer.',
      changedBy: 'ruben@holdfast.example',
      changedAt: ago(2 * MINUTE),
    }),
    ...replyList.items.slice(1),
  ],
  next: null,
};

export const noReplies: CallOutput<'/operator/reply-template/list'> = { items: [], next: null };

export const replyHistory: CallOutput<'/operator/reply-template/history'> = {
  items: [version(), version({ version: 1, en: 'We are looking into it.', changedAt: ago(50 * HOUR) })],
  next: null,
};
