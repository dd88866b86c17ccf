import { defineWords } from '@holdfast/client/i18n';

export const settingTextWords = defineWords({
  'zh-TW': {
    and: '、',
    orders: '{count} 筆',
    twd: 'NT$ {count}',
    level: '等級 {count}',
    minutes: '{count} 分鐘',
    hours: '{count} 小時',
  },
  en: {
    and: ', ',
    orders: '{count} {count|order|orders}',
    twd: 'NT$ {count}',
    level: 'Level {count}',
    minutes: '{count} min',
    hours: '{count} h',
  },
});
