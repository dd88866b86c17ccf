import { defineWords } from '@holdfast/client/i18n';

/** What stands where something is added, while the name that it must carry is being reviewed. */
export const nameFirstWords = defineWords({
  'zh-TW': { awaited: '您的實名資料正在審核。審核通過後，就能在這裡新增。' },
  en: { awaited: 'Your name is being reviewed. Once it is verified, you can add one here.' },
});
