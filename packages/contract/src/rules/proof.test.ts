import { describe, expect, it } from 'vitest';
import { failedClauses } from './clauses.ts';
import { isPaymentDeclaration, proofClauses } from './proof.ts';

const BANK = { payType: 'bank', paidBank: '808', lastFive: '09012', payer: '林安' };
const QR = { payType: 'qr', paidQRType: 'jkopay', lastFive: '00000', payer: 'Lin An' };

describe('what "paid" declares', () => {
  it.each([BANK, QR])('accepts %j', (declaration) => expect(isPaymentDeclaration(declaration)).toBe(true));

  it.each([
    [{ ...BANK, payType: 'cash' }, ['payType', 'paidBank']],
    [{ ...BANK, payType: 'Bank' }, ['payType', 'paidBank']],
    [{ ...BANK, paidBank: undefined }, ['paidBank']],
    [{ ...BANK, paidBank: '999' }, ['paidBank']],
    [{ ...BANK, paidQRType: 'jkopay' }, ['paidQRType']],
    [{ ...BANK, lastFive: '9012' }, ['lastFive']],
    [{ ...BANK, lastFive: '１２３４５' }, ['lastFive']],
    [{ ...BANK, payer: ' ' }, ['payer']],
    [{ ...QR, paidQRType: undefined }, ['paidQRType']],
    [{ ...QR, paidQRType: 'unknown' }, ['paidQRType']],
    [{ ...QR, paidBank: '808' }, ['paidBank']],
  ])('refuses %j for %j', (declaration, failed) => {
    expect(failedClauses(proofClauses(declaration))).toEqual(failed);
  });
});
