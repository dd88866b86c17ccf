import { defineWords } from '#platform/i18n/words.ts';

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
      'Notes what passes between this tab and the server, so that you can hand it to support as a file. Passwords, codes and what keeps you signed in are never written, of accounts and names only the first character; signing out deletes it.',
    mode: 'What to note',
    open: 'Everything',
    errorOnly: 'Errors only',
    close: 'Nothing',
    size: 'Size now',
    kilobytes: '{size} KB',
    full: 'The log is full. Save and clear it; only then it goes on.',
    save: 'Save as file',
    clear: 'Clear the log',
    cleared: 'The log is empty',
    failed: 'The log could not be put together. Check the network and try again.',
  },
});
