import { defineWords } from '@holdfast/client/i18n';

export const backToOrderWords = defineWords({
  'zh-TW': { back: '回到訂單：' },
  en: { back: 'Back to your order:' },
});
