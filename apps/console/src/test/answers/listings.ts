import type { CallOutput } from '@holdfast/contract/calls';
import { ago, ahead, HOUR } from '../fake-times.ts';

type Listing = CallOutput<'/operator/listing/list'>['items'][number];

const listing = (change: Partial<Listing>): Listing => ({
  id: '7301',
  version: 3,
  side: 'sell',
  coin: 'TWD',
  state: 'OPEN',
  quantity: '20000.00',
  remaining: '14500.00',
  locked: '5500.00',
  price: '1.0000',
  minQuantity: '500.00',
  maxQuantity: '8000.00',
  payWindowMinutes: 15,
  cardIds: ['31'],
  payAccountIds: [],
  payMethods: ['bank'],
  createdAt: ago(5 * HOUR),
  ttlHours: 24,
  expiresAt: ahead(19 * HOUR),
  restAtEnd: '0.00',
  askFirst: false,
  isPrivate: false,
  remark: null,
  conditions: { minLevel: 0, minFinished: 0, minDays: 0, minCompletion: 0 },
  hours: null,
  opensAt: null,
  feeRose: false,
  pausedBecause: null,
  suspendedBecause: null,
  obstacles: [],
  actions: ['pause', 'close'],
  ...change,
});

export const memberListings: CallOutput<'/operator/listing/list'> = {
  items: [
    listing({ remark: { id: '71', text: '平日晚上八點後回覆比較快', removed: null } }),
    listing({
      id: '7288',
      hours: { from: '22:00', to: '02:30' },
      coin: 'USDT',
      state: 'PAUSED',
      quantity: '400.000000',
      remaining: '400.000000',
      locked: '0.000000',
      price: '32.4500',
      isPrivate: true,
      pausedBecause: 'missed-answer',
      obstacles: ['paused-missed-answer'],
    }),
  ],
  next: null,
};

export const suspendedListing = listing({
  state: 'SUSPENDED',
  version: 4,
  remaining: '0.00',
  restAtEnd: '14500.00',
  expiresAt: null,
  suspendedBecause: 'terms-not-kept',
  obstacles: ['suspended'],
  actions: [],
});
