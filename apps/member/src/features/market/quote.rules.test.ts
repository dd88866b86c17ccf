import type { Offer } from '@holdfast/contract/calls';
import { describe, expect, test } from 'vitest';
import { quoteLock } from './quote.rules.ts';

const offer: Offer = {
  listingId: '401',
  version: 1,
  side: 'sell',
  coin: 'TWD',
  remaining: '20000.00',
  price: '1.0020',
  minQuantity: '500.00',
  maxQuantity: '8000.00',
  payWindowMinutes: 15,
  feeBasisPoints: 10,
  payMethods: ['bank'],
  asksFirst: false,
  remark: null,
  hours: null,
  deviation: null,
  conditions: { minLevel: 0, minFinished: 0, minDays: 0, minCompletion: 0 },
  unmet: [],
  owner: {
    uid: '1000000401',
    isFavourite: false,
    presence: 'online',
    nick: 'Yu88',
    avatarFileId: null,
    level: 2,
    finished: 4,
    completionPercent: '97.8',
    releaseSeconds: 243,
    tradedWithYou: 0,
  },
  obstacle: null,
  ownOrderId: null,
};

describe('the quote of a lock', () => {
  test('rounds the sum to pay up to whole dollars and the fee up to the smallest unit', () => {
    expect(quoteLock(offer, '1500.01')).toEqual({
      ok: true,
      quote: { payTwd: 1504n, quantity: '1500.01', fee: '1.51', receives: '1498.50' },
    });
  });

  test.each([
    ['', 'empty'],
    ['0', 'below'],
    ['499.99', 'below'],
    ['8000.01', 'above'],
    ['9'.repeat(20), 'above'],
  ])('of %j is refused as %s', (text, fault) => {
    expect(quoteLock(offer, text)).toEqual({ ok: false, fault });
  });

  test('of so little that the fee takes all of it is refused, whatever the offer allows', () => {
    const tiny = { ...offer, minQuantity: '0.01' };
    expect(quoteLock(tiny, '0.01')).toEqual({ ok: false, fault: 'belowFee' });
    expect(quoteLock(tiny, '0.02')).toMatchObject({ ok: true, quote: { receives: '0.01' } });
  });

  test.each(['500', '8000'])('of %s, the edge of the range, is given', (text) => {
    expect(quoteLock(offer, text).ok).toBe(true);
  });
});
