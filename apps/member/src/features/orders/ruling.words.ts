import { defineWords } from '@holdfast/client/i18n';

export const rulingWords = defineWords({
  'zh-TW': {
    title: '客服的裁決',
    'outcome-rule-release': '放行給買家',
    'outcome-force-cancel': '取消訂單，退回賣家',
    'outcome-split': '由雙方拆分',
    'outcome-relock': '重新託管，等待裁決',
    'outcome-dismissed': '維持原結果',
    outcome: '結果',
    reason: '理由',
    payerGets: '買家實得',
    payeeGets: '賣家取回',
    at: '時間',
    appeal: '不同意的話，可以在 {when} 前申訴。',
  },
  en: {
    title: 'What support has decided',
    'outcome-rule-release': 'Released to the buyer',
    'outcome-force-cancel': 'Cancelled, back to the seller',
    'outcome-split': 'Split between both',
    'outcome-relock': 'In escrow again, to be decided',
    'outcome-dismissed': 'Left as it ended',
    outcome: 'Outcome',
    reason: 'Reason',
    payerGets: 'The buyer got',
    payeeGets: 'The seller got back',
    at: 'When',
    appeal: 'If you disagree, you can appeal until {when}.',
  },
});
