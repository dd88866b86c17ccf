import { defineWords } from '@holdfast/client/i18n';

export const settingTextWords = defineWords({
  'zh-TW': {
    and: '、',
    orders: '{count} 筆',
    listings: '{count} 筆掛單',
    members: '{count} 人',
    percent: '{count}%',
    days: '{count} 天',
    twd: 'NT$ {count}',
    usdt: '{count} USDT',
    level: '等級 {count}',
    minutes: '{count} 分鐘',
    hours: '{count} 小時',
  },
  en: {
    and: ', ',
    orders: '{count} {count|order|orders}',
    listings: '{count} {count|listing|listings}',
    members: '{count} {count|member|members}',
    percent: '{count}%',
    days: '{count} {count|day|days}',
    twd: 'NT$ {count}',
    usdt: '{count} USDT',
    level: 'Level {count}',
    minutes: '{count} min',
    hours: '{count} h',
  },
});
