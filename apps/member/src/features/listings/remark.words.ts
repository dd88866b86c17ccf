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
    label: 'Remark for whoever takes it (optional)',
    hint: 'For example when you answer fastest. No accounts, links or contacts. {left} {left|character|characters} left.',
    tooLong: '{over} {over|character|characters} too many; {max} at most',
    'fault.account-number': 'A remark may hold no account. Whoever orders sees where to pay.',
    'fault.link': 'A remark may hold no link.',
    'fault.contact': 'A remark may hold no contact. You can talk inside the order.',
    'fault.release-first': 'You cannot ask anybody to release first.',
    'fault.cancel-first': 'You cannot ask anybody to cancel first.',
    'fault.repeated-receipt': 'This cannot be published.',
    found: 'Change this:',
    shown: 'Remark',
    removed:
      'Support has taken down the remark of this listing; nobody else sees it. Reason: {reason}. Write another one under "Change terms".',
  },
});
