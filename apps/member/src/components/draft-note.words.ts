import { defineWords } from '@holdfast/client/i18n';

export const draftNoteWords = defineWords({
  'zh-TW': { restored: '這是您先前填寫、還沒送出的內容。', clear: '全部清除' },
  en: { restored: 'This is what you filled in before and have not sent yet. ', clear: 'Clear all of it' },
});
