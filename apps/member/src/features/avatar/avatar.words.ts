import { defineWords } from '@holdfast/client/i18n';

export const avatarWords = defineWords({
  'zh-TW': {
    title: '大頭貼',
    about: '顯示在您的暱稱旁邊，不是私密資料。請不要使用證件或含有個人資料的圖片。',
    choose: '選擇圖片',
    chooseOther: '換一張',
    crop: '拖曳圖片調整位置，也可以用方向鍵',
    zoom: '放大',
    use: '使用這張圖片',
    sending: '上傳中 {percent}%',
    checking: '處理中',
    cancel: '取消上傳',
    retry: '再試一次',
    remove: '移除大頭貼',
    saved: '大頭貼已更新',
    removed: '大頭貼已移除',
  },
  en: {
    title: 'Picture',
    about:
      'It stands beside your nickname and is not private. Please use no identity card and nothing with personal data.',
    choose: 'Choose a picture',
    chooseOther: 'Choose another',
    crop: 'Drag the picture into place, or use the arrow keys',
    zoom: 'Zoom',
    use: 'Use this picture',
    sending: 'Uploading {percent}%',
    checking: 'Processing',
    cancel: 'Cancel the upload',
    retry: 'Try again',
    remove: 'Remove the picture',
    saved: 'Your picture has been changed',
    removed: 'Your picture has been removed',
  },
});
