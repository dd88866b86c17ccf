import { fail } from '@holdfast/contract/errors';
import { BugError } from '@holdfast/kernel';
import { postMany } from '@holdfast/ledger';
import type { Tx } from '#platform/db/db.ts';

type Entries = Parameters<typeof postMany>[1];

/**
 * Posts entries, all or none, or fails the call. An insufficient balance is a refusal to the member; any other refusal of the ledger is a
 * bug: our code built a wrong entry.
 */
export async function postOrFail(tx: Tx, ...entries: Entries): Promise<void> {
  const result = await postMany(tx, entries);
  if (result.ok) return;
  if (result.refuse === 'INSUFFICIENT_BALANCE') throw fail('BALANCE_INSUFFICIENT');
  throw new BugError(`the ledger refused ${entries[result.entry]?.reference}: ${result.refuse}`);
}
