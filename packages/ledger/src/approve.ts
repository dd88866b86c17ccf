import { CompiledQuery } from 'kysely';
import type { LedgerConnection } from './connection.ts';
import type { Entry } from './entry.ts';

const REQUEST = `
  insert into ledger.request (reference, kind, coin, account_keys, amounts, reason, requested_by, decision, decided_by, decided_at)
  values ($1, $2, $3, $4, $5, $6, 1, 'approved', 2, platform.app_now()) on conflict do nothing`;

/**
 * Writes entries that need two operators as approved, without any: as the owner of the database, for a demo world and for tests. The product's
 * own login cannot.
 */
export async function approveAsOwner(
  owner: LedgerConnection,
  entries: readonly Entry[],
  reason: string,
): Promise<void> {
  for (const { reference, kind, coin, lines } of entries) {
    const keys = lines.map(({ account }) => account.key);
    const amounts = lines.map(({ amount }) => amount);
    await owner.executeQuery(CompiledQuery.raw(REQUEST, [reference, kind, coin, keys, amounts, reason]));
  }
}
