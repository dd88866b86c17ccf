import { defineWords } from '@holdfast/client/i18n';

export const heldNoteWords = defineWords({
  'zh-TW': { held: '另有買入的 {amount} 保留中，最早 {time} 起可用。' },
  en: { held: 'You also have {amount} on hold that you bought. The first of it is free from {time} on.' },
});
