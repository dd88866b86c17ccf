import { defineWords } from '@holdfast/client/i18n';

export const supportWords = defineWords({
  'zh-TW': { support: '聯絡客服（在新分頁開啟）' },
  en: { support: 'Contact support (opens in a new tab)' },
});
