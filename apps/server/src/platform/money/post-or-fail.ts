import { fail } from '@holdfast/contract/errors';
import { BugError } from '@holdfast/kernel';
import { post } from '@holdfast/ledger';
import type { Tx } from '#platform/db/db.ts';

type Entry = Parameters<typeof post>[1];

/**
 * Posts an entry, or fails the call. An insufficient balance is a refusal to the member; any other refusal of the ledger is a bug: our
 * code built a wrong entry.
 */
export async function postOrFail(tx: Tx, entry: Entry): Promise<void> {
  const result = await post(tx, entry);
  if (result.ok) return;
  if (result.refuse === 'INSUFFICIENT_BALANCE') throw fail('BALANCE_INSUFFICIENT');
  throw new BugError(`the ledger refused ${entry.reference}: ${result.refuse}`);
}
