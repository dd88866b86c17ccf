import type { Offer } from '@holdfast/contract/calls';
import { describe, expect, test } from 'vitest';
import { findNextBest, quoteLock } from './quote.rules.ts';

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
  conditions: { minLevel: 0, minFinished: 0, minDays: 0, minCompletion: 0 },
  unmet: [],
  owner: {
    uid: '1000000401',
    isFavourite: false,
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
      quote: { payTwd: 1504n, fee: '1.51', receives: '1498.50' },
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

describe('the next best offer', () => {
  const cheap: Offer = { ...offer, listingId: '402', price: '1.0000' };
  const own: Offer = { ...offer, listingId: '403', price: '0.9000', obstacle: 'own' };
  const small: Offer = { ...offer, listingId: '404', price: '0.9500', maxQuantity: '600.00' };

  test('is the cheapest that can be taken for the same quantity', () => {
    expect(findNextBest([offer, small, own, cheap], '401', '3000')?.offer.listingId).toBe('402');
  });

  test('is found among sums that a floating-point number cannot tell apart', () => {
    const vast: Offer = {
      ...offer,
      price: '9999.0000',
      maxQuantity: '10000000000000.00',
      minQuantity: '1.00',
    };
    const dearer = { ...vast, listingId: '405', price: '9998.9999' };
    const cheaper = { ...vast, listingId: '406', price: '9998.9998' };
    const quantity = '9007199254740.99';
    expect(findNextBest([vast, dearer, cheaper], '401', quantity)?.offer.listingId).toBe('406');
  });

  test('is never the one that was lost, and may not exist', () => {
    expect(findNextBest([offer, own, small], '401', '3000')).toBeUndefined();
  });
});
