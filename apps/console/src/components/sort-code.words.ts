import { defineWords } from '@holdfast/client/i18n';

export const sortCodeWords = defineWords({
  'zh-TW': {
    title: '變更排序碼',
    confirm: '確定',
    note: '數字越小，在市集的位置越前面。排序碼是長期的位置，位移用於暫時調整。',
    which: '變更哪一項',
    code: '排序碼',
    offset: '位移',
    newCode: '新排序碼',
    newOffset: '新位移（可為負數）',
    rank: '變更後的排序：{rank}',
    outside: '排序碼加位移須為 0 到 9999 的整數',
  },
  en: {
    title: 'Change sort code',
    confirm: 'Confirm',
    note: 'The lower number stands earlier in the market. The sort code is the lasting place; the offset moves it for a time.',
    which: 'What to change',
    code: 'Sort code',
    offset: 'Offset',
    newCode: 'New sort code',
    newOffset: 'New offset (may be negative)',
    rank: 'Rank after the change: {rank}',
    outside: 'Sort code and offset together have to be a whole number from 0 to 9999',
  },
});
