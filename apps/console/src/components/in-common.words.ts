import { defineWords } from '@holdfast/client/i18n';

/** What buyer and seller of an order may have in common; written as within a sentence. */
export const inCommonWords = defineWords({
  'zh-TW': {
    device: '同一台裝置',
    account: '同一個收款帳戶',
    contact: '同一個聯絡方式',
  },
  en: {
    device: 'the same device',
    account: 'the same receiving account',
    contact: 'the same contact',
  },
});
