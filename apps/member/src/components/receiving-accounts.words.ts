import { defineWords } from '@holdfast/client/i18n';

export const receivingAccountsWords = defineWords({
  'zh-TW': {
    'status.Review': '審核中',
    'status.NotApproved': '未通過',
    cooling: '冷卻中',
    coolingUntil: '在安全冷卻期間新增，{time} 起可以收款',
    holder: '戶名 {name}',
    name: '戶名',
    state: '狀態',
  },
  en: {
    'status.Review': 'In review',
    'status.NotApproved': 'Not approved',
    cooling: 'Cooling off',
    coolingUntil: 'Added during a cooling-off period; it can receive payments from {time} on',
    holder: '{name}',
    name: 'Account name',
    state: 'State',
  },
});
