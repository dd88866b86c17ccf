import { defineWords } from '@holdfast/client/i18n';

export const debugLogWords = defineWords({
  'zh-TW': {
    title: '問題紀錄',
    about:
      '記下這個分頁與伺服器之間的往來，出問題時可以存成檔案交給客服。密碼、驗證碼與登入憑證不會寫入，帳號與姓名只留第一個字；登出即刪除。',
    mode: '要記錄什麼',
    open: '全部',
    errorOnly: '只記錯誤',
    close: '不記錄',
    size: '目前大小',
    kilobytes: '{size} KB',
    full: '紀錄已滿，請先存檔再清除，之後才會繼續記錄。',
    save: '存成檔案',
    clear: '清除紀錄',
    cleared: '紀錄已清除',
    failed: '現在無法整理紀錄，請檢查網路後再試一次。',
  },
  en: {
    title: 'Support log',
    about:
      'Records what this tab and the server say to each other, so that you can give it to support as a file. Passwords, codes and sign-in tokens are never recorded, and accounts and names are cut to their first character. Signing out deletes it.',
    mode: 'What to record',
    open: 'Everything',
    errorOnly: 'Errors only',
    close: 'Nothing',
    size: 'Current size',
    kilobytes: '{size} KB',
    full: 'The log is full. Save it, then clear it, to go on recording.',
    save: 'Save as file',
    clear: 'Clear the log',
    cleared: 'Log cleared',
    failed: 'The log could not be prepared. Check your connection and try again.',
  },
});
