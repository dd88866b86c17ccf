import { defineWords } from '@holdfast/client/i18n';

/** Beside the part that shows them: the first paint waits for no more than it says. */
export const authenticatorStepWords = defineWords({
  'zh-TW': { title: '第二步驗證', intro: '帳號與密碼正確。請再用驗證器確認是您本人。' },
  en: {
    title: 'Second step',
    intro: 'Your account and password are right. Now confirm with your authenticator that it is you.',
  },
});
