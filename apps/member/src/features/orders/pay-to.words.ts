import { defineWords } from '@holdfast/client/i18n';

/** The code of a pay app in the room of an order. */
export const payToWords = defineWords({
  'zh-TW': {
    leadsTo: '收款碼指向',
    payLink: '付款連結',
    payCode: '{app} 收款碼',
    openApp: '在 {app} 開啟',
    scan: '用 {app} 掃描，並輸入上面的金額。',
    scanTransfer: '用銀行或支付 App 掃描，並輸入上面的金額。',
    orderCode: '轉帳 QR 碼，NT$ {pay}',
    scanOrder: '用銀行或支付 App 掃描，帳號和金額會自動帶入。送出前請核對。',
    place: '這筆訂單的收款帳戶',
    placeEnded:
      '訂單已經結束，請不要再付款。如果之前已經付了，可以在這裡核對付到哪裡；訂單結束 72 小時後不再顯示。',
  },
  en: {
    leadsTo: 'The code leads to',
    payLink: 'Payment link',
    payCode: 'QR code for {app}',
    openApp: 'Open in {app}',
    scan: 'Scan it with {app} and enter the sum above.',
    scanTransfer: 'Scan it with the app of your bank or a pay app and enter the sum above.',
    orderCode: 'Transfer QR code, NT$ {pay}',
    scanOrder:
      'Scan it with the app of your bank or a pay app: account and amount are filled in. Check them before you send.',
    place: 'Account of this order',
    placeEnded:
      'The order has ended, so please do not pay. If you had paid before, you can check here where to. It is shown for 72 hours after the end.',
  },
});
