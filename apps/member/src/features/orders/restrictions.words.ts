import { defineWords } from '@holdfast/client/i18n';

/** What own cancels close for a while, why and until when. */
export const restrictionWords = defineWords({
  'zh-TW': {
    title: '目前的限制',
    none: '目前沒有限制',
    noneText: '您可以下單、付款和取消訂單。',
    'act.cancel': '不能取消訂單',
    'act.cancel-after-paid': '付款後不能申請取消',
    'act.lock': '不能下單',
    'why.cancels-used': '今天的取消次數已用完。{time} 起可以再取消。',
    'why.cancels-exceeded': '今天取消或逾時的訂單太多。{time} 起可以再下單。',
    today: '今天的取消次數',
    cancels: '因您而取消',
    afterPaid: '其中付款後取消',
    usedOf: '{used} / {max} 次',
    counts: '只計算因您而取消或逾時的訂單，每天 00:00 重新計算。對方造成的取消不算。',
    appeal: '覺得算錯了，請聯絡客服。',
    left: '今天還可以取消 {left} 次。這次會算在內。',
    leftAfterPaid: '付款後今天還可以取消 {left} 次。對方不同意就不算。',
    noneLeft: '今天的取消次數已用完，{time} 後可以再取消。',
  },
  en: {
    title: 'Your restrictions',
    none: 'No restrictions',
    noneText: 'You can place, pay and cancel orders.',
    'act.cancel': 'You cannot cancel orders',
    'act.cancel-after-paid': 'You cannot ask to cancel after payment',
    'act.lock': 'You cannot place orders',
    'why.cancels-used': "Today's cancels are used up. You can cancel again from {time}.",
    'why.cancels-exceeded':
      'Too many of your orders were cancelled or ran out of time today. You can place orders again from {time}.',
    today: 'Cancels today',
    cancels: 'Cancelled because of you',
    afterPaid: 'Of these, after payment',
    usedOf: '{used} of {max}',
    counts:
      'Only orders that were cancelled or ran out of time because of you count. The count starts again at 00:00. Cancels that the other side caused do not count.',
    appeal: 'If you think this is wrong, contact support.',
    left: 'Cancels left today: {left}. This one counts.',
    leftAfterPaid: 'Cancels after payment left today: {left}. It does not count if the other side refuses.',
    noneLeft: "Today's cancels are used up. You can cancel again after {time}.",
  },
});
