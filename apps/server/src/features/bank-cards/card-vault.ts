import { createHmac } from 'node:crypto';
import { bankCardKey } from '@holdfast/contract/rules';
import { defined } from '@holdfast/kernel';
import type { Secrets } from '#platform/secrets/secrets.ts';

/** Account numbers at rest: sealed under the server's key and bound to their bank; found again by a keyed hash only. */
export interface CardVault {
  seal(card: { bankCode: string; accountNumber: string }): { accountSealed: Buffer; accountKey: Buffer };
  open(card: { bankCode: string; accountSealed: Buffer }): string;
}

export function createCardVault({
  bankAccountBox,
  bankAccountHashKey,
}: Pick<Secrets, 'bankAccountBox' | 'bankAccountHashKey'>): CardVault {
  const context = (bankCode: string) => Buffer.from(`bank-card ${bankCode}`);
  return {
    seal: (card) => ({
      accountSealed: Buffer.from(
        bankAccountBox.seal(context(card.bankCode), Buffer.from(card.accountNumber)),
      ),
      accountKey: createHmac('sha256', bankAccountHashKey).update(bankCardKey(card)).digest(),
    }),
    open: (card) => {
      const bytes = bankAccountBox.open(context(card.bankCode), card.accountSealed);
      return Buffer.from(defined(bytes, 'a stored account number does not open')).toString('utf8');
    },
  };
}
