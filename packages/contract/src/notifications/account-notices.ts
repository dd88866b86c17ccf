import type { Title } from '../orders/notice-texts.ts';
import { isSafetyNotice, type AccountNoticeType } from './account-notice-names.ts';

/** Titles of what a member is told about the account itself. Those that the product was not given are ours; an app shows them as an information. */
export const ACCOUNT_NOTICES = {
  userNormalLogin: { zhTW: '帳號已登入', en: 'Signed in to your account' },
  userForcedLogout: { zhTW: '帳號已在其他裝置登入', en: 'Signed in on another device' },
  accountFrozen: { zhTW: '帳號已凍結', en: 'Your account is frozen' },
  accountUnfrozen: { zhTW: '帳號已解除凍結', en: 'Your account is unfrozen' },
  mobileAdded: { zhTW: '手機號碼已新增', en: 'A mobile number was added to your account' },
  mailAdded: { zhTW: '電子信箱已新增', en: 'An email address was added to your account' },
  mobileVerified: { zhTW: '手機號碼已驗證', en: 'Your mobile number has been verified' },
  mailVerified: { zhTW: '電子信箱已驗證', en: 'Your email address has been verified' },
  mobileChanged: { zhTW: '手機號碼已變更', en: 'Your mobile number has changed' },
  mailChanged: { zhTW: '電子信箱已變更', en: 'Your email address has changed' },
  passwordChanged: { zhTW: '登入密碼已變更', en: 'Your password has changed' },
  passwordGuessed: {
    zhTW: '有人一直在猜您的登入密碼',
    en: 'Somebody keeps guessing your password',
  },
  transactionSecretChanged: { zhTW: '交易密碼已變更', en: 'Your transaction code has changed' },
  securityQuestionsChanged: { zhTW: '安全問題已變更', en: 'Your security questions have changed' },
  phraseChanged: { zhTW: '防偽短語已變更', en: 'Your anti-phishing phrase has changed' },
  limitRaised: {
    zhTW: '每日交易上限將在 24 小時後提高',
    en: 'A daily trading limit will be raised in 24 hours',
  },
  limitLowered: { zhTW: '每日交易上限已降低', en: 'A daily trading limit was lowered' },
  authenticatorAdded: { zhTW: '驗證器已設定', en: 'An authenticator was added to your account' },
  authenticatorRemoved: { zhTW: '驗證器已移除', en: 'Your authenticator was removed' },
  authenticatorRemovedForMember: {
    zhTW: '客服已依您的申請移除驗證器',
    en: 'Our staff removed your authenticator at your request',
  },
  recoveryCodeUsed: { zhTW: '已使用一組備用碼登入', en: 'A recovery code was used to sign in' },
  passkeyAdded: { zhTW: '通行密鑰已新增', en: 'A passkey was added to your account' },
  passkeyRemoved: { zhTW: '通行密鑰已移除', en: 'A passkey was removed from your account' },
  pushMoved: {
    zhTW: '一台裝置的推播已改給另一個帳號',
    en: 'A device now gets the push messages of another account',
  },
  contactReset: {
    zhTW: '請重新驗證手機與電子信箱',
    en: 'Please verify your mobile number and email address again',
  },
} as const satisfies Readonly<Record<AccountNoticeType, Title>>;

export function accountNoticeTitle(type: string): Title | undefined {
  return isSafetyNotice(type) ? ACCOUNT_NOTICES[type] : undefined;
}
