import type { Title } from '../orders/notice-texts.ts';

/** Titles of what a member is told about reviews and withdrawals, as they stand on a device's own notification. */
const TITLES: Readonly<Record<string, Title>> = {
  userWithdrawSuccess: { zhTW: '提領成功', en: 'Withdrawal completed' },
  merchantBindReview: { zhTW: '平台綁定審核結果', en: 'Result of your platform binding' },
  userBankCardReview: { zhTW: '銀行帳戶審核結果', en: 'Result of your bank account review' },
  userRealNameReview: { zhTW: '實名驗證審核結果', en: 'Result of your real-name verification' },
};
const PAY_ACCOUNT: Title = { zhTW: '第三方支付審核結果', en: 'Result of your pay account review' };

/** Whether a notice of reviewed cards is about a pay account: both are accounts to be paid on, and one type tells of them. */
export const isOfPayAccount = (extra: Readonly<Record<string, unknown>>): boolean =>
  Object.hasOwn(extra, 'payApp') || Object.hasOwn(extra, 'payAccountsRemoved');

export function reviewNoticeTitle(type: string, extra: Readonly<Record<string, unknown>>): Title | undefined {
  if (type === 'userBankCardReview' && isOfPayAccount(extra)) return PAY_ACCOUNT;
  return Object.hasOwn(TITLES, type) ? TITLES[type] : undefined;
}
