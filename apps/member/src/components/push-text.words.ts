import { defineWords } from '@holdfast/client/i18n';

export const pushTextWords = defineWords({
  'zh-TW': {
    computer: '請訂閱通知，訂單輪到您時才不會錯過。請點一下瀏覽器網址列旁的圖示，開啟通知，再重新載入頁面。',
    phone: '請訂閱通知，訂單輪到您時才不會錯過。瀏覽器詢問時，請選擇允許。',
    phoneDenied:
      '請訂閱通知，訂單輪到您時才不會錯過。您曾經拒絕通知：請在瀏覽器這個網站的設定中允許通知，再重新載入頁面。',
    homeScreen: '請訂閱通知，訂單輪到您時才不會錯過。請先把這個頁面加入主畫面：',
    share: '點一下瀏覽器的「分享」',
    add: '選擇「加入主畫面」',
    openIt: '從主畫面開啟穩付，登入後點「確認」',
  },
  en: {
    computer:
      'Subscribe to notifications so that you do not miss your turn in an order. Use the icon beside the address bar to allow them, then reload the page.',
    phone:
      'Subscribe to notifications so that you do not miss your turn in an order. When your browser asks, please allow them.',
    phoneDenied:
      'Subscribe to notifications so that you do not miss your turn in an order. You refused them before: allow them in the settings of your browser for this site, then reload the page.',
    homeScreen:
      'Subscribe to notifications so that you do not miss your turn in an order. First add this page to your home screen:',
    share: 'Tap Share in the browser',
    add: 'Choose Add to Home Screen',
    openIt: 'Open Holdfast from the home screen, sign in and tap Confirm',
  },
});
