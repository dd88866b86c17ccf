import { defineWords } from '@holdfast/client/i18n';

export const codeStepWords = defineWords({
  'zh-TW': {
    title: '輸入驗證碼',
    intro:
      '有人一再猜測這個帳號的密碼。帳號與密碼正確時，我們會將六位數驗證碼傳送至您的手機或信箱，5 分鐘內有效。',
    none: '沒有收到嗎？請返回，確認帳號與密碼後再試一次。',
  },
  en: {
    title: 'Enter the code',
    intro:
      'Somebody keeps guessing the password of this account. If account and password are right, a six-digit code is on its way to your mobile or mailbox. It is valid for 5 minutes.',
    none: 'No code? Go back, check your account and password, and try again.',
  },
});
