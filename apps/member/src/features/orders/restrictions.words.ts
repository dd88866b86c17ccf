import { defineWords } from '@holdfast/client/i18n';

/** What restricts a member for a while, why and until when. */
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
    'why.locks': '客服目前不開放您的帳號下單。請聯絡客服了解原因。進行中的訂單不受影響。',
    cooling: '安全冷卻中',
    'why.cooling': '{time} 解除。在此之前不能提領，新綁定的帳戶不能收款，放行訂單要再輸入一次驗證碼。',
    'limit.buy': '今天不能再買入 {coin}',
    'limit.sell': '今天不能再賣出 {coin}',
    'why.limit': '今天的上限 {max} {coin} 已用完，00:00 起重新計算。提高等級或調整自己設的上限可以交易更多。',
    'why.limitNone': '每日上限目前是 0。可以到每日上限調整。',
    held: '{amount} {coin} 保留中',
    'why.held': '買入的款項會先保留一段時間，期間不能賣出或提領。各筆的解除時間列在錢包的餘額裡。',
    'why.heldAll': '買入的款項會先保留一段時間，期間不能賣出或提領。全部在 {time} 解除。',
    'why.heldUntil':
      '買入的款項會先保留一段時間，期間不能賣出或提領。下一筆在 {time} 解除，其他各筆列在錢包的餘額裡。',
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
    'why.locks':
      'Support does not let your account place orders for now. Contact support to learn why. Orders in progress go on.',
    cooling: 'Cooling-off period',
    'why.cooling':
      'Until {time}. Before that you cannot withdraw, a newly added account cannot receive payments, and a release asks for one more code.',
    'limit.buy': 'You cannot buy more {coin} today',
    'limit.sell': 'You cannot sell more {coin} today',
    'why.limit':
      "Today's limit of {max} {coin} is used up. It starts again at 00:00. A higher level, or changing a limit of your own, lets you trade more.",
    'why.limitNone': 'Your daily limit is 0 now. You can change it under daily limits.',
    held: '{amount} {coin} on hold',
    'why.held':
      'What you buy is held for a while and cannot be sold or withdrawn until then. When each part is free stands with the balance in your wallet.',
    'why.heldAll':
      'What you buy is held for a while and cannot be sold or withdrawn until then. All of it is free from {time}.',
    'why.heldUntil':
      'What you buy is held for a while and cannot be sold or withdrawn until then. The next part is free from {time}; the others stand with the balance in your wallet.',
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
