import { describe, expect, test } from 'vitest';
import { formatMoney, formatPrice, priceDecimals, toMoneyParts } from './money-format.ts';

describe('money on the screen', () => {
  test.each([
    ['0.00', '', '0', '.00'],
    ['15480.00', '', '15,480', '.00'],
    ['1234567.500000', '', '1,234,567', '.500000'],
    ['-1200.00', '−', '1,200', '.00'],
    ['999', '', '999', ''],
  ])('%s is set as its sign, its grouped whole and its fraction', (value, sign, whole, fraction) => {
    expect(toMoneyParts(value)).toEqual({ sign, whole, fraction });
  });

  test.each([
    ['3000.00', '3,000'],
    ['1.500000', '1.5'],
    ['100.00', '100'],
    ['0.000001', '0.000001'],
    ['0.00', '0'],
  ])('%s reads %s in a sentence', (value, text) => {
    expect(formatMoney(value)).toBe(text);
  });

  test('a gain shows its plus only when asked, and zero never has a sign', () => {
    expect(formatMoney('5000.00', { signed: true })).toBe('+5,000.00');
    expect(formatMoney('0.00', { signed: true })).toBe('0.00');
    expect(formatMoney('-0.00', { signed: true })).toBe('0.00');
  });

  test.each(['', 'NaN', '1e5', '--1', '1.', 'undefined'])(
    '%j is shown as unknown, never as zero',
    (value) => {
      expect(formatMoney(value)).toBe('—');
    },
  );
});

describe('a price on the screen', () => {
  test.each([
    ['1.0000', '1.00'],
    ['1', '1.00'],
    ['32.1500', '32.15'],
    ['1.0020', '1.002'],
    ['9999.0001', '9,999.0001'],
    ['', '—'],
  ])('%s reads %s', (price, text) => {
    expect(formatPrice(price)).toBe(text);
  });

  test('has as many decimals as the longest of its column', () => {
    const column = ['1.0000', '1.0020', '1.1000'];
    const decimals = priceDecimals(column);
    expect(column.map((price) => formatPrice(price, decimals))).toEqual(['1.000', '1.002', '1.100']);
    expect(priceDecimals(['1.0000', '32.1000'])).toBe(2);
    expect(priceDecimals([])).toBe(2);
  });
});
