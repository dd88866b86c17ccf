import { defineWords } from '@holdfast/client/i18n';

export const codeEntryWords = defineWords({
  'zh-TW': {
    sent: '我們已將六位數驗證碼傳送至 {where}，5 分鐘內有效。',
    never: '我們絕不會向您索取驗證碼，請勿告訴任何人。',
    code: '六位數驗證碼',
    checking: '驗證中…',
    resend: '重新傳送驗證碼',
    resendIn: '{seconds} 秒後可重新傳送',
    'to.mobile': '改傳到手機',
    'to.mail': '改傳到電子信箱',
    mobileOf: '{account} 綁定的手機',
    mailOf: '{account} 綁定的電子信箱',
    resent: '新的驗證碼已傳送，先前的已失效。',
  },
  en: {
    sent: 'We have sent a six-digit code to {where}. It is valid for 5 minutes.',
    never: 'We never ask for this code. Do not share it with anybody.',
    code: 'Six-digit code',
    checking: 'Checking…',
    resend: 'Send a new code',
    resendIn: 'Send a new code in {seconds} s',
    'to.mobile': 'Send it to your mobile instead',
    'to.mail': 'Send it to your email instead',
    mobileOf: 'the mobile number of {account}',
    mailOf: 'the email address of {account}',
    resent: 'A new code is on its way. The previous one no longer works.',
  },
});
