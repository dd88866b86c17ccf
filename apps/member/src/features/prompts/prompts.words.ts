import { defineWords } from '@holdfast/client/i18n';

export const promptsWords = defineWords({
  'zh-TW': {
    close: '關閉',
    confirm: '確認',
    realNameTitle: '實名驗證',
    realNameText: '親愛的用戶，為保障您的帳戶權益，建議您完成實名驗證。',
    goVerify: '前往驗證',
    passwordTitle: '請變更登入密碼',
    passwordText: '您的登入密碼已到期或不再安全。請換一組沒有在別處用過的密碼。',
    toPassword: '前往變更',
    later: '稍後',
    logTitle: '儲存紀錄？',
    logText:
      '取得會員資料時發生問題。要儲存 getMemberInfo 的紀錄嗎？檔案裡的個人資料已遮蔽，可以交給客服查看。',
    pushTitle: '訂閱通知',
    introTitle: '介紹影片',
    introAbout: '看看穩付怎麼先保管，再放行',
    introPlay: '播放影片',
  },
  en: {
    close: 'Close',
    confirm: 'Confirm',
    realNameTitle: 'Real-name verification',
    realNameText:
      'Dear user, to protect your account rights we advise you to complete real-name verification.',
    goVerify: 'Go verify',
    passwordTitle: 'Please change your password',
    passwordText: 'Your password has expired or is no longer safe. Choose another that you use nowhere else.',
    toPassword: 'Change it',
    later: 'Later',
    logTitle: 'Save the log?',
    logText:
      'Your member data could not be fetched. Save the getMemberInfo log? Personal data in it is masked, so you can give it to support.',
    pushTitle: 'Subscribe to notifications',
    introTitle: 'Introduction video',
    introAbout: 'See how Holdfast holds first and releases after',
    introPlay: 'Play video',
  },
});
