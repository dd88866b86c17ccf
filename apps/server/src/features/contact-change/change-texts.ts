import type { OtpChannel } from '@holdfast/contract/member';

/** The message to the old address, in both languages, because its reader's is unknown. */
const TEXTS: Readonly<Record<OtpChannel, string>> = {
  mobile:
    '【穩付】您帳號的手機號碼已變更。如非本人操作，請立即凍結帳號並聯絡客服。 Holdfast: the mobile number of your account has changed. If this was not you, freeze your account and contact support.',
  mail: '【穩付】您帳號的電子信箱已變更。如非本人操作，請立即凍結帳號並聯絡客服。 Holdfast: the email address of your account has changed. If this was not you, freeze your account and contact support.',
};

export function changeMessage(channel: OtpChannel): { subject: string; text: string } {
  return { subject: '穩付帳號異動通知 Holdfast account change', text: TEXTS[channel] };
}
