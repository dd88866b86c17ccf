import type { Database } from '@holdfast/database';
import type { Entry } from '@holdfast/ledger';
import { sql } from 'kysely';

/** Operators that no table knows: as the owner one may write a request as decided. */
const [REQUESTER, APPROVER] = [1, 2];

/** Approves entries that only two operators may allow, such as an issue. As the owner: the application cannot. */
export async function approve(owner: Database, entries: readonly Entry[]): Promise<void> {
  for (const { reference, kind, coin, lines } of entries) {
    const keys = lines.map(({ account }) => account.key);
    const amounts = lines.map(({ amount }) => amount);
    await sql`
      insert into ledger.request (reference, kind, coin, account_keys, amounts, reason, requested_by, decision, decided_by, decided_at)
      values (${reference}, ${kind}, ${coin}, ${keys}::text[], ${amounts}::bigint[], 'a test', ${REQUESTER}, 'approved', ${APPROVER},
              platform.app_now())
      on conflict do nothing`.execute(owner);
  }
}
