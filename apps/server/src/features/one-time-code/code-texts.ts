import { OTP_LIFE_MINUTES, type OtpPurpose } from '@holdfast/contract/member';

/** The text of a code's message: its purpose, how long it is valid, and that we never ask for it (threats B17). */

export type MessageLanguage = 'zh-TW' | 'en';

const PURPOSES: Readonly<Record<OtpPurpose, Readonly<Record<MessageLanguage, string>>>> = {
  register: { 'zh-TW': '註冊會員', en: 'signing up' },
  forgotten: { 'zh-TW': '重設登入密碼', en: 'setting a new password' },
  'forced-set': { 'zh-TW': '更換登入密碼', en: 'replacing your password' },
  'force-reset': { 'zh-TW': '重設登入與交易密碼', en: 'setting a new password and transaction code' },
  transpass: { 'zh-TW': '重設交易密碼', en: 'setting a new transaction code' },
  'mobile-change-old': {
    'zh-TW': '變更手機號碼（確認是您本人）',
    en: 'changing your mobile number (to confirm that it is you)',
  },
  'mobile-change-new': { 'zh-TW': '綁定這個手機號碼', en: 'adding this mobile number' },
  'mail-change-old': {
    'zh-TW': '變更電子信箱（確認是您本人）',
    en: 'changing your email address (to confirm that it is you)',
  },
  'mail-change-new': { 'zh-TW': '綁定這個電子信箱', en: 'adding this email address' },
  release: { 'zh-TW': '放行訂單', en: 'releasing an order' },
  freeze: { 'zh-TW': '凍結帳號', en: 'freezing your account' },
  'sign-in': { 'zh-TW': '登入', en: 'signing in' },
  authenticator: { 'zh-TW': '設定或移除驗證器', en: 'adding or removing your authenticator' },
  passkey: { 'zh-TW': '新增或移除通行密鑰', en: 'adding or removing a passkey' },
  unfreeze: { 'zh-TW': '解除帳號凍結', en: 'unfreezing your account' },
};

const SUBJECTS = { 'zh-TW': '穩付驗證碼', en: 'Your Holdfast code' } as const;

export function codeMessage({
  purpose,
  code,
  language,
}: {
  purpose: OtpPurpose;
  code: string;
  language: MessageLanguage;
}): { subject: string; text: string } {
  const what = PURPOSES[purpose][language];
  const text =
    language === 'en'
      ? `Holdfast: ${code} is your code for ${what}. It is valid for ${OTP_LIFE_MINUTES} minutes. We never ask for this code: do not tell it to anybody.`
      : `【穩付】您${what}的驗證碼是 ${code}，${OTP_LIFE_MINUTES} 分鐘內有效。我們絕不會向您索取驗證碼，請勿告訴任何人。`;
  return { subject: SUBJECTS[language], text };
}
