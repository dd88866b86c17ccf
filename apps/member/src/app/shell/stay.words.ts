import { defineWords } from '@holdfast/client/i18n';

export const stayWords = defineWords({
  'zh-TW': {
    title: '您還在嗎？',
    text: '很久沒有操作了。為了安全，時間到會自動登出；再登入後會回到這個畫面。',
    left: '{seconds} 秒後登出',
    stay: '保持登入',
  },
  en: {
    title: 'Are you still there?',
    text: 'Nothing has happened for a long time. To keep you safe you will be signed out; after signing in you are back on this page.',
    left: 'Signing out in {seconds} {seconds|second|seconds}',
    stay: 'Stay signed in',
  },
});
