import type { CallOutput } from '@holdfast/contract/calls';
import { ago, ahead, HOUR, MINUTE } from '../fake-times.ts';

export const noDeliveries: CallOutput<'/operator/delivery/read'> = { relaySeconds: 0, lanes: [] };

export const deliveries: CallOutput<'/operator/delivery/read'> = {
  relaySeconds: 0,
  lanes: [
    {
      carrier: 'web-push',
      lane: 'https://updates.push.example',
      waitingSince: ago(40 * MINUTE),
      failing: { since: ago(38 * MINUTE), nextTryAt: ahead(MINUTE), reason: 'http 503' },
    },
    { carrier: 'fcm', lane: 'https://fcm.example', waitingSince: null, failing: null },
  ],
};

type Letter = CallOutput<'/operator/dead-letter/list'>['items'][number];

const letter = (change: Partial<Letter>): Letter => ({
  id: '31',
  carrier: 'web-push',
  lane: 'https://updates.push.example',
  account: 'member0310',
  nick: '小明',
  type: 'orderPaid',
  reason: 'http 500',
  tries: 10,
  at: ago(2 * HOUR),
  isRetrying: false,
  ...change,
});

export const noDeadLetters: CallOutput<'/operator/dead-letter/list'> = { items: [], next: null };

export const deadLetters: CallOutput<'/operator/dead-letter/list'> = {
  items: [
    letter({}),
    letter({ id: '30', nick: '阿雪abcdefgh', type: 'userNormalLogin', reason: 'http 413', tries: 1 }),
    letter({ id: '29', type: 'listingExpired', tries: 11, isRetrying: true }),
  ],
  next: null,
};
