import { PAY_APPS } from './pay-account.ts';
import type { PaymentDeclaration, PayType } from './proof.ts';

/** The ways in which a seller can be paid, in the order in which they are offered: into a bank account, or by the code of a pay app. */
export const PAY_METHODS = ['bank', ...PAY_APPS] as const;
export type PayMethod = (typeof PAY_METHODS)[number];

/** What a payer declares to have used where this method was chosen. */
export const payTypeOf = (method: PayMethod): PayType => (method === 'bank' ? 'bank' : 'qr');

/** Whether a declaration is of the chosen method: another app, or a bank in its place, would send the payee looking where nothing arrives. */
export function declaresMethod(
  { payType, paidQRType }: Pick<PaymentDeclaration, 'payType' | 'paidQRType'>,
  method: PayMethod,
): boolean {
  return payType === payTypeOf(method) && (method === 'bank' || paidQRType === method);
}
