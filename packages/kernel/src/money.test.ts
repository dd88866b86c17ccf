import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterFee,
  feeMinor,
  formatAmount,
  formatPrice,
  leastTrade,
  minor,
  parseAmount,
  parsePrice,
  payableTwd,
  quoteTrade,
  type PriceE4,
} from './money.ts';
import { COINS } from './coins.ts';

describe('amounts', () => {
  it.each([
    '',
    ' 1',
    '1 ',
    '+5',
    '-1',
    '01',
    '1,000',
    '0x10',
    '1e3',
    'NaN',
    '１',
    '.5',
    '1.',
    '0.1234567',
    '1e-9',
    '9'.repeat(17),
  ])('refuses %j', (text) => expect(parseAmount('USDT', text)).toBeUndefined());

  it('refuses more decimals than the coin has', () => {
    expect(parseAmount('TWD', '1.001')).toBeUndefined();
    expect(parseAmount('USDT', '1.001')).toBe(1_001_000n);
  });

  it('reads back every amount it prints', () => {
    fc.assert(
      fc.property(fc.constantFrom(...COINS), fc.bigInt({ min: 0n, max: 10n ** 15n }), (coin, value) => {
        expect(parseAmount(coin, formatAmount(coin, value))).toBe(value);
      }),
    );
  });

  it('prints a negative amount with its sign before the zeros', () =>
    expect(formatAmount('TWD', -5n)).toBe('-0.05'));
});

describe('prices and fees', () => {
  it.each([
    ['1', '1.0000'],
    ['31.5', '31.5000'],
    ['0.0001', '0.0001'],
  ])('reads the price %s', (text, printed) => expect(formatPrice(parsePrice(text) as PriceE4)).toBe(printed));

  it.each(['0', '0.0000', '1.00001', '10000', '-1'])('refuses the price %s', (text) =>
    expect(parsePrice(text)).toBeUndefined(),
  );

  it('rounds what is paid outside up to whole NT$', () => {
    const price = parsePrice('31.25') as PriceE4;
    expect(payableTwd('USDT', 10_000_000n, price)).toBe(313n);
    expect(payableTwd('TWD', 300_000n, parsePrice('1') as PriceE4)).toBe(3000n);
    expect(payableTwd('TWD', 300_001n, parsePrice('1') as PriceE4)).toBe(3001n);
  });

  it('quotes a trade: the sum to pay outside, the fee, and what is received after it', () => {
    const price = parsePrice('1.0020') as PriceE4;
    const quantity = minor('TWD', 150_001n);
    expect(quoteTrade({ coin: 'TWD', quantity, price, feeBasisPoints: 10 })).toEqual({
      payTwd: 1504n,
      fee: 151n,
      receives: 149_850n,
    });
  });

  it('calls the smallest quantity of which something arrives, whatever the rate', () => {
    expect(leastTrade('TWD', 10)).toBe(2n);
    fc.assert(
      fc.property(fc.constantFrom(...COINS), fc.nat(9999), (coin, basisPoints) => {
        const least = leastTrade(coin, basisPoints);
        const arrives = (quantity: bigint) => quantity - feeMinor(minor(coin, quantity), basisPoints);
        expect(arrives(least)).toBeGreaterThan(0n);
        expect(arrives(least - 1n)).toBe(0n);
      }),
    );
  });

  it('never makes or loses a minor unit by the fee, and never takes more than there is', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), (value) => {
        const fee = feeMinor(minor('USDT', value), 10);
        expect(afterFee(minor('USDT', value), fee) + fee).toBe(value);
        expect(fee).toBeGreaterThan(0n);
        expect(fee).toBeLessThanOrEqual(value);
        expect(fee * 10_000n).toBeGreaterThanOrEqual(value * 10n);
        expect((fee - 1n) * 10_000n).toBeLessThan(value * 10n);
      }),
    );
  });
});
