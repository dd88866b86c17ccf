import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';
import { findPairs, type Pair } from '#platform/db/pairs.ts';

/** The pairs that want to be paid on one account of a pay app, by number. */
export function findSharedPayAccounts(tx: Tx, pairs: readonly Pair[]): Promise<Set<number>> {
  const hashesOf = (member: 'one' | 'other') => sql`
    select l.hash from pay.account c cross join lateral (
      select hash from pay.account_lookup where account_id = c.id union all select hash from pay.waiting_lookup where account_id = c.id
    ) l where c.member_id = ${sql.ref(`pair.${member}`)} and c.removed_at is null and c.replaced_at is null`;
  return findPairs(tx, pairs, sql`${hashesOf('one')} intersect ${hashesOf('other')}`);
}
