import type { CallOutput } from '@holdfast/contract/calls';
import { ago, HOUR, MINUTE } from '../fake-times.ts';

type List = CallOutput<'/operator/flag/list'>;
type Parties = CallOutput<'/operator/flag/parties'>;
type Flag = List['items'][number];

export const flag = (change: Partial<Flag> = {}): Flag => ({
  id: '42',
  orderId: '128',
  serialNo: 'HF-261123-0128',
  orderState: 'LOCKED',
  kinds: ['account-number', 'contact'],
  author: 'payee',
  writer: { account: 'kenny0412', nick: '肯尼' },
  reader: { account: 'amberlin88', nick: '琥珀' },
  number: 3,
  lines: [
    { number: 1, author: 'payer', kind: 'message', text: '您好，我準備付款了', at: ago(9 * MINUTE) },
    {
      number: 3,
      author: 'payee',
      kind: 'message',
      text: '這個帳戶有問題，請改轉 *** ****-****-*012，加我 LINE：@k***',
      at: ago(8 * MINUTE),
    },
    { number: 4, author: 'payer', kind: 'file', text: null, at: ago(7 * MINUTE) },
  ],
  at: ago(8 * MINUTE),
  state: 'open',
  decided: null,
  ...change,
});

export const flagList: List = {
  items: [
    flag(),
    flag({
      id: '41',
      orderId: '90',
      serialNo: 'HF-261121-0090',
      orderState: 'PAID',
      kinds: ['release-first'],
      author: 'payer',
      writer: { account: 'maximilian', nick: 'maximilian' },
      reader: { account: 'moonshop', nick: '滿月小站' },
      number: 1,
      lines: [
        {
          number: 1,
          author: 'payer',
          kind: 'message',
          text: '可以先放行嗎？我十分鐘後馬上轉',
          at: ago(2 * HOUR),
        },
      ],
      at: ago(2 * HOUR),
    }),
  ],
  next: null,
};
export const emptyFlagList: List = { items: [], next: null };

export const flaggedParties: Parties = {
  items: [
    {
      id: '7',
      orderId: '131',
      serialNo: 'HF-261123-0131',
      orderState: 'PAID',
      coin: 'TWD',
      quantity: '48000.00',
      kinds: ['device', 'account', 'contact'],
      payer: { account: 'amberlin88', nick: '琥珀' },
      payee: { account: 'kenny0412', nick: '肯尼' },
      tradedTogether: 12,
      at: ago(3 * MINUTE),
      state: 'open',
      decided: null,
    },
    {
      id: '6',
      orderId: '90',
      serialNo: 'HF-261121-0090',
      orderState: 'FINISHED',
      coin: 'USDT',
      quantity: '1250.500000',
      kinds: ['device'],
      payer: { account: 'maximilian', nick: 'maximilian' },
      payee: { account: 'moonshop', nick: '滿月小站' },
      tradedTogether: 1,
      at: ago(2 * HOUR),
      state: 'open',
      decided: null,
    },
  ],
  next: null,
};

export const noFlaggedParties: Parties = { items: [], next: null };

export const remarkList: CallOutput<'/operator/remark/list'> = {
  items: [
    {
      id: '71',
      text: '歡迎私訊詢問，大額另有優惠。\n平日晚上八點後回覆比較快。',
      kinds: ['contact'],
      owner: { account: 'kenny0412', nick: '肯尼' },
      at: ago(5 * MINUTE),
    },
  ],
  next: null,
};
/** The one of `remarkList` is decided, and another one has come. */
export const newRemarkList: CallOutput<'/operator/remark/list'> = {
  items: [
    {
      id: '72',
      text: '量大可談，價格好說。',
      kinds: ['contact'],
      owner: { account: 'manyue88', nick: '滿月小站' },
      at: ago(MINUTE),
    },
  ],
  next: null,
};
export const emptyRemarkList: CallOutput<'/operator/remark/list'> = { items: [], next: null };
