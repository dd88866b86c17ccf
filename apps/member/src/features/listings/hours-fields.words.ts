import { defineWords } from '@holdfast/client/i18n';

export const hoursWords = defineWords({
  'zh-TW': {
    hours: '交易時間',
    always: '隨時',
    limited: '每天固定時段',
    from: '開始',
    to: '結束',
    toNextDay: '結束（隔天）',
    hint: '台北時間。時段以外，其他會員看不到這筆掛單，也不能下單；進行中的訂單照常進行。',
    why: '現在不在您設定的交易時間，{time} 起其他會員才看得到，也才能下單。',
  },
  en: {
    hours: 'Trading hours',
    always: 'Any time',
    limited: 'Set hours every day',
    from: 'From',
    to: 'To',
    toNextDay: 'To (next day)',
    hint: 'Taipei time. Outside these hours nobody else sees the listing or can order. Orders in progress go on.',
    why: 'This is outside your trading hours. Others see it and can order from {time} on.',
  },
});
