import { expect, it } from 'vitest';
import { readPayCode } from './pay-account.ts';
import { transferCodeOf } from './transfer-code.ts';

const order = { bankCode: '822', accountNumber: '123456789012', payTwd: '3000' };

it('names bank, account and amount, and nothing else', () => {
  expect(transferCodeOf(order)).toBe(
    'TWQRP://NTTransfer/158/02/V1?D1=300000&D5=822&D6=0000123456789012&D10=901',
  );
});

it.each([
  ['a sum that the code has no room for', { payTwd: '10000000' }],
  ['no sum', { payTwd: '0' }],
  ['cents', { payTwd: '3000.50' }],
  ['an account that is too long', { accountNumber: '1'.repeat(17) }],
  ['an account that is no number', { accountNumber: '12345678901A' }],
  ['no bank', { bankCode: '' }],
])('is not made of %s', (_, change) => expect(transferCodeOf({ ...order, ...change })).toBeUndefined());

it('is for one payment, so it is no account that could be added', () => {
  expect(readPayCode(transferCodeOf(order) ?? '')).toBeUndefined();
  expect(readPayCode((transferCodeOf(order) ?? '').replace('D1=300000&', ''))?.account).toBe('123456789012');
});
