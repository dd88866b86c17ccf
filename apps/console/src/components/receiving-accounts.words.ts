import { defineWords } from '@holdfast/client/i18n';

export const receivingAccountWords = defineWords({
  'zh-TW': {
    status: '狀態',
    'status-Review': '審核中',
    'status-NotApproved': '未通過',
    'status-Approved': '已通過',
    account: '會員帳號',
    accountHint: '需完全相符',
    focusSearch: '搜尋會員帳號',
    open: '查看審核',
    openOf: '查看審核：{account}',
  },
  en: {
    status: 'State',
    'status-Review': 'In review',
    'status-NotApproved': 'Refused',
    'status-Approved': 'Approved',
    account: 'Member account',
    accountHint: 'Exactly as it is written',
    focusSearch: 'To the member account',
    open: 'See the review',
    openOf: 'See the review: {account}',
  },
});
