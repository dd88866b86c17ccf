import { defineWords } from '@holdfast/client/i18n';

export const threadWords = defineWords({
  'zh-TW': {
    title: '對話',
    none: '還沒有人留言',
    file: '附件',
    fileOf: '第 {number} 則的圖片',
    showPicture: '看第 {number} 則的圖片',
    hidePicture: '收起第 {number} 則的圖片',
    savePdf: '下載第 {number} 則的 PDF',
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
    fileOf: 'Picture of line {number}',
    showPicture: 'Show the picture of line {number}',
    hidePicture: 'Hide the picture of line {number}',
    savePdf: 'Download the PDF of line {number}',
    hidden: '(shown once claimed)',
    suspicious: 'May be suspicious',
    more: 'Earlier lines',
    answer: 'Write to both sides',
    answerHint: 'Buyer and seller read it. The first one is the first answer',
    send: 'Send',
  },
});
