import { defineWords } from '@holdfast/client/i18n';

export const feeChangeWords = defineWords({
  'zh-TW': { planned: '{when} 起鎖定的訂單，手續費改為 {percent}%。' },
  en: { planned: 'The fee of orders locked from {when} on is {percent}%.' },
});
