import type { Balance } from '@holdfast/contract/calls';
import type { Handlers } from './fake-server.ts';
import { DAY, instantAt, MINUTE } from './fake-times.ts';
import type { FakeWorld } from './fake-world.ts';

export function fakeBalances(): Balance[] {
  return [
    {
      coin: 'TWD',
      total: '15480.00',
      available: '12480.00',
      listed: '0.00',
      inOrder: '3000.00',
      onHold: '0.00',
      withdrawing: '0.00',
    },
    {
      coin: 'USDT',
      total: '482.350000',
      available: '382.350000',
      listed: '100.000000',
      inOrder: '0.000000',
      onHold: '0.000000',
      withdrawing: '0.000000',
    },
  ];
}

export function fakeJournal(now: number): FakeWorld['journal'] {
  return {
    TWD: [
      {
        id: '903',
        kind: 'purchase',
        change: '4995.00',
        availableChange: '4995.00',
        availableAfter: '12480.00',
        quantity: '5000.00',
        orderId: '503',
        nick: '小薇',
        listingId: null,
        at: instantAt(now - 20 * MINUTE),
      },
      {
        id: '902',
        kind: 'lock',
        change: '0.00',
        availableChange: '0.00',
        availableAfter: '7485.00',
        quantity: '3000.00',
        orderId: '501',
        nick: '阿哲',
        listingId: '302',
        at: instantAt(now - 30 * MINUTE),
      },
      {
        id: '901',
        kind: 'publish',
        change: '0.00',
        availableChange: '-3000.00',
        availableAfter: '7485.00',
        quantity: '3000.00',
        orderId: null,
        nick: null,
        listingId: '302',
        at: instantAt(now - 90 * MINUTE),
      },
      {
        id: '900',
        kind: 'sale',
        change: '-1200.00',
        availableChange: '0.00',
        availableAfter: '10485.00',
        quantity: '1200.00',
        orderId: '480',
        nick: '阿哲',
        listingId: '290',
        at: instantAt(now - DAY),
      },
    ],
    USDT: [
      {
        id: '910',
        kind: 'publish',
        change: '0.000000',
        availableChange: '-100.000000',
        availableAfter: '382.350000',
        quantity: '100.000000',
        orderId: null,
        nick: null,
        listingId: '301',
        at: instantAt(now - 90 * MINUTE),
      },
    ],
  };
}

export function walletHandlers(world: FakeWorld): Handlers {
  return {
    '/member/balanceinfo': () => ({ balances: world.balances, asOf: instantAt(world.now) }),
    '/wallet/holds': ({ input: { coin } }) => ({
      items: world.holds?.[coin] ?? [],
      next: null,
      serverTime: instantAt(world.now),
    }),
    '/api/wallet/get-journal': () => ({ items: world.journal.TWD, next: null }),
    '/api/wallet/get-journal-usdt': () => ({ items: world.journal.USDT, next: null }),
  };
}
