import { defineWords } from '@holdfast/client/i18n';

export const pushWords = defineWords({
  'zh-TW': {
    title: '這台裝置的通知',
    on: '已開啟',
    onText: '訂單輪到您、有人登入或審核有結果時，這台裝置會通知您，穩付沒有開啟時也會。',
    others: '訂單通知只送到您目前登入的這一台裝置。您登入過的其他裝置只會收到帳號安全的通知，例如有人登入。',
    turnOff: '關閉通知',
    offAsk: '關閉這台裝置的通知？',
    offCancel: '保持開啟',
    offOrders: '關閉後，訂單輪到您時不會有任何裝置通知您，要開啟穩付才看得到。「通知」裡仍會保留每一則訊息。',
    offOthers: '您的另外 {count} 台裝置不受影響，仍會收到帳號安全的通知。',
    offNobody: '您沒有其他裝置會收到帳號安全的通知：有人登入您的帳號時，您要開啟穩付才會知道。',
    off: '尚未開啟',
    turnedOff: '已關閉',
    turnedOffText: '這台裝置不會通知您。訂單輪到您、有人登入或審核有結果時，要開啟穩付才看得到。',
    turnOn: '開啟通知',
    unsupported: '這個瀏覽器不支援通知',
    unsupportedText: '請改用 Chrome、Edge、Firefox 或 Safari 的最新版本。',
    hides: '不顯示內容',
    hidesText: '通知只說有新消息。別人看到您的手機時，不會知道是什麼事。',
    hidesByPin: '您設定了 PIN 碼，所以通知只說有新消息。',
    test: '傳送測試通知',
    testing: '正在測試…',
    testText: '我們會傳一則通知到這台裝置，並告訴您哪一步有問題。',
    parts: '測試步驟',
    permission: '瀏覽器允許通知',
    worker: '穩付在背景執行',
    token: '這台裝置已登記',
    service: '通知送達這台裝置',
    ok: '正常',
    broken: '有問題',
    doing: '檢查中',
    open: '尚未檢查',
    allGood: '測試通知已送達，一切正常。',
    faultPermission: '請設置瀏覽器"允許接收通知"，再測試一次。',
    faultWorker: '瀏覽器沒有在背景執行穩付。請不要使用無痕視窗，重新載入頁面後再測試一次。',
    faultToken: '瀏覽器無法向推播服務登記。請檢查網路，或關閉會擋通知的擴充功能，再測試一次。',
    faultUnknown: '這個瀏覽器的推播服務無法使用。請改用 Chrome、Edge、Firefox 或 Safari。',
    faultRefused: '推播服務拒收了測試通知。請重新載入頁面後再測試一次；仍有問題請聯絡客服。',
    faultUnreachable: '我們暫時連不上推播服務，恢復後會補送。您可以稍後再測試。',
    faultLate: '推播服務已收下通知，但沒有送到這台裝置。請檢查裝置的省電或勿擾模式。',
  },
  en: {
    title: 'Notifications on this device',
    on: 'On',
    onText:
      'This device tells you when it is your turn in an order, when somebody signs in or when a review is done, also while Holdfast is closed.',
    others:
      'Notifications about orders go only to this device, where you are signed in now. Other devices that you have signed in on get only those about the safety of your account, such as a new sign-in.',
    turnOff: 'Turn off notifications',
    offAsk: 'Turn off notifications on this device?',
    offCancel: 'Keep them on',
    offOrders:
      'No device will tell you when it is your turn in an order: you will see it only when you open Holdfast. "Notifications" still keeps every message.',
    offOthers:
      'Your {count} other {count|device|devices} will still be told about the safety of your account.',
    offNobody:
      'You have no other device that is told about the safety of your account: if somebody signs in to it, you will learn of it only when you open Holdfast.',
    off: 'Not on yet',
    turnedOff: 'Turned off',
    turnedOffText:
      'This device will not notify you. When it is your turn in an order, somebody signs in or a review is done, you will see it only when you open Holdfast.',
    turnOn: 'Turn on notifications',
    unsupported: 'This browser has no notifications',
    unsupportedText: 'Please use a current version of Chrome, Edge, Firefox or Safari.',
    hides: 'Hide the details',
    hidesText:
      'Notifications only say that there is news. Whoever sees your phone does not learn what it is.',
    hidesByPin: 'You have set a PIN, so notifications only say that there is news.',
    test: 'Send a test notification',
    testing: 'Testing…',
    testText: 'We send one to this device and tell you which step does not work.',
    parts: 'Steps of the test',
    permission: 'The browser allows notifications',
    worker: 'Holdfast runs in the background',
    token: 'This device is registered',
    service: 'Notifications reach this device',
    ok: 'Works',
    broken: 'Does not work',
    doing: 'Checking',
    open: 'Not checked yet',
    allGood: 'The test notification has arrived. Everything works.',
    faultPermission: 'Please set your browser to allow notifications, then test again.',
    faultWorker:
      'Your browser does not run Holdfast in the background. Do not use a private window, reload the page, then test again.',
    faultToken:
      'Your browser could not register with its push service. Check the network, or turn off extensions that block notifications, then test again.',
    faultUnknown:
      'The push service of this browser cannot be used. Please use Chrome, Edge, Firefox or Safari.',
    faultRefused:
      'The push service refused the test notification. Reload the page and test again. If it still fails, please contact support.',
    faultUnreachable:
      'We cannot reach the push service at the moment, and will send later what you missed. You can test again in a while.',
    faultLate:
      'The push service took the notification but did not bring it to this device. Check for power saving or Do Not Disturb.',
  },
});
