import type { CallOutput } from '@holdfast/contract/calls';
import { ago, HOUR, MINUTE } from '../fake-times.ts';

type List = CallOutput<'/operator/flag/list'>;
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
