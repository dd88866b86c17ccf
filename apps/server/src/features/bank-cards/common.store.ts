import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';
import { findPairs, type Pair } from '#platform/db/pairs.ts';

/** The pairs that want to be paid on one bank account, by number: whichever has it approved, the other may wait for it. */
export function findSharedBankAccounts(tx: Tx, pairs: readonly Pair[]): Promise<Set<number>> {
  const hashesOf = (member: 'one' | 'other') => sql`
    select l.hash from bank.card c cross join lateral (
      select hash from bank.account_lookup where card_id = c.id union all select hash from bank.waiting_lookup where card_id = c.id
    ) l where c.member_id = ${sql.ref(`pair.${member}`)} and c.removed_at is null and c.replaced_at is null`;
  return findPairs(tx, pairs, sql`${hashesOf('one')} intersect ${hashesOf('other')}`);
}
