import { describe, expect, test } from 'vitest';
import { cleanNumber, toTyped } from './typed-number.rules.ts';

describe('a number field', () => {
  test.each([
    ['TWD', '3,000', '3000'],
    ['TWD', '３０００', '3000'],
    ['TWD', '1.239', '1.23'],
    ['TWD', '.5', '0.5'],
    ['TWD', '007', '7'],
    ['TWD', '0', '0'],
    ['TWD', '1.2.3', '1.23'],
    ['TWD', '-5e3', '53'],
    ['USDT', '0.1234567', '0.123456'],
    ['price', '32.15005', '32.1500'],
    ['TWD', '12.', '12.'],
  ] as const)('of %s reads %j as %j', (coin, typed, read) => {
    expect(cleanNumber(coin, typed)).toBe(read);
  });

  test.each([
    ['3000.00', '3000'],
    ['0.500000', '0.5'],
    ['100', '100'],
  ])('shows %s as %s', (amount, typed) => {
    expect(toTyped(amount)).toBe(typed);
  });
});
