import { findBank, isHolderName, normalizeHolderName } from './bank-card.ts';
import { allHold, type Clauses } from './clauses.ts';
import { isFixedDigits } from './digits.ts';

export const PAY_TYPES = ['bank', 'qr'] as const;
export type PayType = (typeof PAY_TYPES)[number];

/** The kinds of QR payment that a payer can name (`paidQRType`). */
export const PAID_QR_TYPES = ['twqr', 'linepay', 'jkopay', 'pxpay', 'other'] as const;
export type PaidQrType = (typeof PAID_QR_TYPES)[number];

export const PAID_LAST_DIGITS_LENGTH = 5;

/** What a payer declares with "I have paid" (transition T8): from where the money came, so that the payee can find it. */
export interface PaymentDeclaration {
  readonly payType: string;
  /** Three-digit code of the bank it was sent from; for `bank` only. */
  readonly paidBank?: string | undefined;
  /** Which pay app; for `qr` only. */
  readonly paidQRType?: string | undefined;
  /** Last five digits of the account it was sent from, as Taiwanese banks and pay apps show them to the receiver. */
  readonly lastFive: string;
  /** Name on the account the money came from. */
  readonly payer: string;
}

export type ProofClause = 'payType' | 'paidBank' | 'paidQRType' | 'lastFive' | 'payer';

/** What belongs to the other way of paying must be absent: a leftover of a changed mind would send the payee looking in the wrong place. */
export function proofClauses(input: PaymentDeclaration): Clauses<ProofClause> {
  const { payType, paidBank, paidQRType } = input;
  const byBank = payType === 'bank';
  const byQr = payType === 'qr';
  return {
    payType: byBank || byQr,
    paidBank: byBank ? findBank(paidBank ?? '') !== undefined : paidBank === undefined,
    paidQRType: byQr ? PAID_QR_TYPES.some((type) => type === paidQRType) : paidQRType === undefined,
    lastFive: isFixedDigits(input.lastFive, PAID_LAST_DIGITS_LENGTH),
    payer: isHolderName(normalizeHolderName(input.payer)),
  };
}

export function isPaymentDeclaration(input: PaymentDeclaration): boolean {
  return allHold(proofClauses(input));
}
