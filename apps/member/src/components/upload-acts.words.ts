import { defineWords } from '@holdfast/client/i18n';

export const uploadActsWords = defineWords({
  'zh-TW': {
    sending: '上傳中 {percent}%',
    checking: '檢查圖片中…',
    cancel: '取消上傳',
    retry: '再試一次',
  },
  en: {
    sending: 'Uploading {percent}%',
    checking: 'Checking the picture…',
    cancel: 'Cancel the upload',
    retry: 'Try again',
  },
});
