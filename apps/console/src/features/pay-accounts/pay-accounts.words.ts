import { defineWords } from '@holdfast/client/i18n';

export const payAccountsWords = defineWords({
  'zh-TW': {
    title: '第三方支付帳號',
    note: '帳號與戶名一律遮蔽；完整內容與圖片在審核畫面查看，每次查看都會留下紀錄。',
    app: '支付 App',
    'app-twqr': 'TWQR',
    'app-linepay': 'LINE Pay',
    'app-jkopay': '街口支付',
    'app-pxpay': '全支付',
    target: '指向',
    holder: '戶名',
    added: '新增時間',
  },
  en: {
    title: 'Pay accounts',
    note: 'Accounts and holders are masked. The review of an account shows them and its picture whole, and each look is logged.',
    app: 'Pay app',
    'app-twqr': 'TWQR',
    'app-linepay': 'LINE Pay',
    'app-jkopay': 'JKO Pay',
    'app-pxpay': 'PX Pay',
    target: 'Leads to',
    holder: 'Holder',
    added: 'Added',
  },
});
