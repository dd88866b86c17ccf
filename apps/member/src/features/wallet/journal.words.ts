import { defineWords } from '@holdfast/client/i18n';

export const walletWords = defineWords({
  'zh-TW': {
    title: '收支紀錄',
    coin: '幣別',
    none: '還沒有 {coin} 的紀錄',
    noneText: '每一筆進出都會記在這裡，連同當時的可用餘額。',
  },
  en: {
    title: 'Records',
    coin: 'Currency',
    none: 'No {coin} records yet',
    noneText: 'Every amount in and out is listed here, with what was available after it.',
  },
});
