import { defineWords } from '@holdfast/client/i18n';

/** A price far from its reference, as who takes the offer is told: `sell` and `buy` are what its owner does. */
export const priceWords = defineWords({
  'zh-TW': {
    above: '高於參考價 {percent}%',
    below: '低於參考價 {percent}%',
    'above.sell': '這個單價比參考價 NT$ {reference} 高 {percent}%，您會多付。',
    'below.sell':
      '這個單價比參考價 NT$ {reference} 低 {percent}%。價格好得不尋常時請多留意：只付款到訂單裡的帳戶。',
    'above.buy':
      '這個單價比參考價 NT$ {reference} 高 {percent}%。價格好得不尋常時請多留意：確實收到款項才放行。',
    'below.buy': '這個單價比參考價 NT$ {reference} 低 {percent}%，您會少收。',
  },
  en: {
    above: '{percent}% above reference',
    below: '{percent}% below reference',
    'above.sell': 'This price is {percent}% above the reference of NT$ {reference}: you would pay more.',
    'below.sell':
      'This price is {percent}% below the reference of NT$ {reference}. Be careful when a price is unusually good: pay only into the account that the order shows.',
    'above.buy':
      'This price is {percent}% above the reference of NT$ {reference}. Be careful when a price is unusually good: release only when the money has arrived.',
    'below.buy': 'This price is {percent}% below the reference of NT$ {reference}: you would receive less.',
  },
});
