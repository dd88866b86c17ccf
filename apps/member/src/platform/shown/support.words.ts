import { defineWords } from '../i18n/words.ts';

export const supportWords = defineWords({
  'zh-TW': { support: '聯絡客服（在新分頁開啟）' },
  en: { support: 'Customer service (opens in a new tab)' },
});
