import { defineWords } from '@holdfast/client/i18n';

export const cancelsWords = defineWords({
  'zh-TW': {
    cancels: '今日取消',
    cancelsOf: '{used}/{max} 次，其中付款後 {afterPaidUsed}/{afterPaidMax} 次',
    blocked: '不能下單到',
    clear: '清除今日取消紀錄',
    note: '清除後，這位會員今天的取消次數重新計算，也可以立即下單。訂單本身不變。',
    confirm: '清除',
    cleared: '今日取消紀錄已清除',
  },
  en: {
    cancels: 'Cancels today',
    cancelsOf: '{used} of {max}, after payment {afterPaidUsed} of {afterPaidMax}',
    blocked: 'No new orders until',
    clear: "Clear today's cancels",
    note: 'The cancels of today are counted anew, and the member can place orders at once. The orders themselves do not change.',
    confirm: 'Clear',
    cleared: "Today's cancels are cleared",
  },
});
