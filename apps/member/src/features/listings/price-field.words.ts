import { defineWords } from '@holdfast/client/i18n';

export const priceWords = defineWords({
  'zh-TW': {
    useNone: '參考價',
    use: '參考價 {price}',
    par: '參考價 NT$ {price}：1 {coin} 就是 1 元新台幣。',
    trades: '參考價 NT$ {price}：最近 {count} 筆成交的中間價，最新一筆 {time}。',
    none: '最近 {coin} 的成交還不夠多，沒有參考價。',
    'above.sell': '比參考價高 {percent}%，買家可能不會下單。',
    'below.sell': '比參考價低 {percent}%，您會少收。請看一下有沒有填錯。',
    'above.buy': '比參考價高 {percent}%，您會多付。請看一下有沒有填錯。',
    'below.buy': '比參考價低 {percent}%，賣家可能不會下單。',
  },
  en: {
    useNone: 'Reference',
    use: 'Reference {price}',
    par: 'Reference NT$ {price}: 1 {coin} is one New Taiwan dollar.',
    trades: 'Reference NT$ {price}: the median of the latest {count} trades, the newest from {time}.',
    none: 'Too little {coin} has been traded lately for a reference price.',
    'above.sell': '{percent}% above the reference. Buyers may pass it by.',
    'below.sell': '{percent}% below the reference: you would receive less. Please check the price.',
    'above.buy': '{percent}% above the reference: you would pay more. Please check the price.',
    'below.buy': '{percent}% below the reference. Sellers may pass it by.',
  },
});
