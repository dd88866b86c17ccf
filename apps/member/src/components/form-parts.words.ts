import { defineWords } from '@holdfast/client/i18n';

/** What the parts of forms and of orders say that Home has none of: it loads without them. */
export const formPartWords = defineWords({
  'zh-TW': {
    'use.order': '訂單 {title}',
    'use.listing': '掛單 {title}',
    neverAsk: '穩付與客服不會向您要密碼、驗證碼或交易密碼，也不會請您把錢轉到訂單以外的帳戶。',
    chooseBank: '請選擇銀行',
    searchBank: '輸入代碼或名稱',
    noBank: '找不到符合的銀行',
    secretTitle: '輸入交易密碼',
    secretLabel: '六位數交易密碼',
    secretBusy: '處理中，請稍候…',
    secretConfirm: '確認',
    secretNone: '您還沒有交易密碼。設定之後，再回來完成這一步。',
    secretSet: '設定交易密碼',
    secretAnew: '重新設定交易密碼',
    secretForgotten: '忘記交易密碼？',
  },
  en: {
    'use.order': 'Order {title}',
    'use.listing': 'Listing {title}',
    neverAsk:
      'Neither we nor support will ever ask for your password, a code or your transaction code, or ask you to pay to an account outside the order.',
    chooseBank: 'Choose a bank',
    searchBank: 'Code or name',
    noBank: 'No bank fits',
    secretTitle: 'Transaction code',
    secretLabel: 'Six-digit transaction code',
    secretBusy: 'One moment…',
    secretConfirm: 'Confirm',
    secretNone: 'You have no transaction code yet. Set one, then come back to finish this.',
    secretSet: 'Set a transaction code',
    secretAnew: 'Set a new transaction code',
    secretForgotten: 'Forgot your transaction code?',
  },
});
