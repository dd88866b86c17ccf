import { defineWords } from '@holdfast/client/i18n';

export const remarkWords = defineWords({
  'zh-TW': {
    label: '給對方的備註（選填）',
    hint: '例如什麼時候回覆最快。不能有帳號、連結或聯絡方式。還可以寫 {left} 個字。',
    tooLong: '多了 {over} 個字，最多 {max} 個字',
    'fault.account-number': '備註裡不能留帳號。收款帳戶會在下單後顯示給對方。',
    'fault.link': '備註裡不能放連結。',
    'fault.contact': '備註裡不能留聯絡方式。下單後雙方可以在訂單裡對話。',
    'fault.release-first': '不能要求對方先放行。',
    'fault.cancel-first': '不能要求對方先取消訂單。',
    'fault.repeated-receipt': '這段不能刊登。',
    found: '請改這裡：',
    shown: '備註',
    removed: '客服移除了這筆掛單的備註，其他會員看不到。原因：{reason}。可以用「修改條件」換一段。',
  },
  en: {
    label: 'Remark for the other side (optional)',
    hint: 'For example when you answer fastest. No accounts, links or contact details. {left} {left|character|characters} left.',
    tooLong: '{over} {over|character|characters} too many; {max} at most',
    'fault.account-number':
      'Leave no account in a remark. The other side sees where to pay once there is an order.',
    'fault.link': 'Leave no link in a remark.',
    'fault.contact': 'Leave no contact details in a remark. You can talk inside the order once there is one.',
    'fault.release-first': 'You cannot ask the other side to release first.',
    'fault.cancel-first': 'You cannot ask the other side to cancel the order first.',
    'fault.repeated-receipt': 'This cannot be published.',
    found: 'Change this:',
    shown: 'Remark',
    removed:
      'Support has taken down the remark of this listing, and other members do not see it. Reason: {reason}. You can write another one under "Change terms".',
  },
});
