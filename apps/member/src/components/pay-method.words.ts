import { defineWords } from '@holdfast/client/i18n';

export const payMethodWords = defineWords({
  'zh-TW': {
    bank: '銀行轉帳',
    twqr: 'TWQR 轉帳碼',
    linepay: 'LINE Pay',
    jkopay: '街口支付',
    pxpay: '全支付',
  },
  en: {
    bank: 'Bank transfer',
    twqr: 'TWQR transfer',
    linepay: 'LINE Pay',
    jkopay: 'JKO Pay',
    pxpay: 'PXPay Plus',
  },
});
