/** A transfer code of all banks (TWQR) for one payment: bank, account and amount are filled in, so that nobody types a wrong digit. */

export interface TransferOrder {
  /** Three digits. */
  readonly bankCode: string;
  readonly accountNumber: string;
  /** Whole NT$. */
  readonly payTwd: string;
}

/** The code says sums of seven digits at most, and behind them the two of the cents. */
const AMOUNT = /^[1-9]\d{0,6}$/;

/**
 * The text of the code; undefined where it cannot say this payment. Country 158, kind 02 (transfer), D1 the amount in cents, D5 the bank, D6 the account in sixteen
 * digits, D10 the currency. It has no memo: the member is to leave that empty.
 */
export function transferCodeOf({ bankCode, accountNumber, payTwd }: TransferOrder): string | undefined {
  if (!/^\d{3}$/.test(bankCode) || !/^\d{6,16}$/.test(accountNumber) || !AMOUNT.test(payTwd))
    return undefined;
  return `TWQRP://NTTransfer/158/02/V1?D1=${payTwd}00&D5=${bankCode}&D6=${accountNumber.padStart(16, '0')}&D10=901`;
}
