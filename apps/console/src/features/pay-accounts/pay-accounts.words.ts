import { defineWords } from '@holdfast/client/i18n';

export const payAccountsWords = defineWords({
  'zh-TW': {
    title: '第三方支付帳號',
    note: '帳號與戶名一律遮蔽；完整內容與圖片在審核畫面查看，每次查看都會留下紀錄。',
    app: '支付 App',
    target: '指向',
    holder: '戶名',
    added: '新增時間',
  },
  en: {
    title: 'Pay accounts',
    note: 'Accounts and holders are masked. The review of an account shows them and its picture whole, and each look is logged.',
    app: 'Pay app',
    target: 'Leads to',
    holder: 'Holder',
    added: 'Added',
  },
});
