import { defineWords } from '@holdfast/client/i18n';

/** What pay apps are called, as members read it. */
export const payAppWords = defineWords({
  'zh-TW': { twqr: 'TWQR 轉帳碼', linepay: 'LINE Pay', jkopay: '街口支付', pxpay: '全支付' },
  en: { twqr: 'TWQR transfer', linepay: 'LINE Pay', jkopay: 'JKO Pay', pxpay: 'PXPay Plus' },
});
