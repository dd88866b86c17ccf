import { defineWords } from '@holdfast/client/i18n';

export const threadWords = defineWords({
  'zh-TW': {
    title: '對話',
    none: '還沒有人留言',
    file: '附件',
    hidden: '（認領後顯示）',
    suspicious: '疑似可疑訊息',
    more: '更早的訊息',
    answer: '回覆雙方',
    answerHint: '買家與賣家都會看到；第一則就是首次回覆',
    send: '送出',
  },
  en: {
    title: 'Thread',
    none: 'Nobody has written yet',
    file: 'A file',
    hidden: '(shown once claimed)',
    suspicious: 'May be suspicious',
    more: 'Earlier lines',
    answer: 'Write to both sides',
    answerHint: 'Buyer and seller read it. The first one is the first answer',
    send: 'Send',
  },
});
