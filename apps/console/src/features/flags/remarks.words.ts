import { defineWords } from '@holdfast/client/i18n';

export const remarkWords = defineWords({
  'zh-TW': {
    title: '掛單備註',
    note: '已刊登、但可能話中有話的備註，最新的在最前面。移除之後掛單照常，會員會收到原因。',
    list: '掛單備註清單',
    more: '更早的備註',
    newOnes: '有新的備註，更新清單',
    member: '會員 {nick}',
    keep: '沒問題',
    remove: '移除備註',
    'given-keep': '已確認沒問題',
    'given-remove': '已移除',
  },
  en: {
    title: 'Remarks of listings',
    note: 'Published remarks that may mean more than they say, the newest first. Taking one down leaves the listing; its owner is told why.',
    list: 'Remarks of listings',
    more: 'Earlier remarks',
    newOnes: 'There are new ones. Show them',
    member: 'Member {nick}',
    keep: 'It may stay',
    remove: 'Take it down',
    'given-keep': 'May stay',
    'given-remove': 'Taken down',
  },
});
