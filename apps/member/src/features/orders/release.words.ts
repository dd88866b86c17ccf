import { defineWords } from '@holdfast/client/i18n';

/** What a payee is asked before a release, and what to do where the answer is no. */
export const releaseWords = defineWords({
  'zh-TW': {
    'ask.amount': '銀行帳戶收到剛好 NT$ {pay} 了嗎？',
    'ask.amountApp': '在 {app} 收到剛好 NT$ {pay} 了嗎？',
    'ask.name': '付款人的姓名是 {name} 嗎？',
    'ask.nameOwn': '付款的是買家本人嗎？',
    'ask.lastFive': '付款帳號的末五碼是 {digits} 嗎？',
    yes: '是',
    no: '不是',
    'no.amount': '請不要放行。還沒入帳就再等一下；金額不對，請在對話裡問買家。',
    'no.name': '請不要放行。不是買家本人付的錢，可能是別人被騙了。請申請取消並退款，或提出申訴。',
    'no.lastFive': '請先不要放行。請在對話裡問買家從哪個帳戶付款，對不上就提出申訴。',
    instead: '看可以怎麼處理',
    press: '放行 {quantity} {coin}',
  },
  en: {
    'ask.amount': 'Has exactly NT$ {pay} arrived in your bank account?',
    'ask.amountApp': 'Has exactly NT$ {pay} arrived in {app}?',
    'ask.name': 'Is {name} the name of the payer?',
    'ask.nameOwn': 'Did the buyer pay in person?',
    'ask.lastFive': "Does the payer's account end in {digits}?",
    yes: 'Yes',
    no: 'No',
    'no.amount':
      'Do not release. If nothing has arrived yet, wait a little. If the amount is wrong, ask the buyer in the messages.',
    'no.name':
      'Do not release. Money that somebody else paid may come from a victim of fraud. Ask to cancel and pay it back, or appeal.',
    'no.lastFive':
      'Do not release yet. Ask the buyer in the messages which account it was paid from, and appeal if it does not match.',
    instead: 'See what you can do',
    press: 'Release {quantity} {coin}',
  },
});
