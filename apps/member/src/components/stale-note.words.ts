import { defineWords } from '@holdfast/client/i18n';

export const staleNoteWords = defineWords({
  'zh-TW': { stale: '目前連不上，這是 {time} 的資料' },
  en: { stale: 'Cannot reach the server. This is from {time}' },
});
