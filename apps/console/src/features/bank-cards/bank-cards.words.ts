import { defineWords } from '@holdfast/client/i18n';

export const bankCardsWords = defineWords({
  'zh-TW': {
    title: '銀行帳戶',
    note: '帳號與戶名一律遮蔽；完整內容在審核畫面查看，每次查看都會留下紀錄。',
    bank: '銀行與帳號',
    holder: '戶名',
    added: '新增時間',
  },
  en: {
    title: 'Bank accounts',
    note: 'Numbers and holders are masked. The review of an account shows them whole, and each look is logged.',
    bank: 'Bank and account',
    holder: 'Holder',
    added: 'Added',
  },
});
