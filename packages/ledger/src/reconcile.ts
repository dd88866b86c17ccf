import type { Coin } from '@holdfast/kernel';
import { CompiledQuery } from 'kysely';
import type { LedgerConnection } from './connection.ts';

/** An inconsistency in the ledger. */
export interface Finding {
  /** Which rule of `ledger.find_broken()` is broken. */
  readonly rule: string;
  /** The coin, account key or entry reference it is about. */
  readonly subject: string;
  readonly expected: string;
  readonly found: string;
}

/** One statement, and so one snapshot. */
const BROKEN = `
  select rule, subject, expected, found from ledger.find_broken('ledger')
  union all select rule, subject, expected, found from ledger.find_broken('accounts')
  union all select rule, subject, expected, found from ledger.find_broken('entries')`;

/** Checks the whole ledger at once and returns the violations: only where it is small. */
export async function reconcile(tx: LedgerConnection): Promise<Finding[]> {
  const { rows } = await tx.executeQuery<Finding>(CompiledQuery.raw(BROKEN));
  return rows;
}

export interface TrialBalanceRow {
  readonly coin: Coin;
  readonly kind: string;
  readonly accounts: bigint;
  readonly balance: bigint;
}

const TRIAL_BALANCE = `
  select coin, kind, count(*) as accounts, sum(balance)::bigint as balance
  from ledger.account group by coin, kind order by coin, kind`;

/** The sum of each kind of account, coin by coin. Each coin's rows sum to zero. */
export async function trialBalance(tx: LedgerConnection): Promise<TrialBalanceRow[]> {
  const { rows } = await tx.executeQuery<TrialBalanceRow>(CompiledQuery.raw(TRIAL_BALANCE));
  return rows;
}
