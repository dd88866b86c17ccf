import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';
import { pairRows, type Pair } from '#platform/db/pairs.ts';

/** The numbers of the pairs that want to be paid on one bank account: whichever has it approved, the other may wait for it. */
export async function findSharedBankAccounts(tx: Tx, pairs: readonly Pair[]): Promise<Set<number>> {
  const hashesOf = (member: 'one' | 'other') => sql`
    select l.hash from bank.card c cross join lateral (
      select hash from bank.account_lookup where card_id = c.id union all select hash from bank.waiting_lookup where card_id = c.id
    ) l where c.member_id = ${sql.ref(`pair.${member}`)} and c.removed_at is null and c.replaced_at is null`;
  const { rows } = await sql<{ number: number }>`
    select pair.number from ${pairRows(pairs)}
    cross join lateral (${hashesOf('one')} intersect ${hashesOf('other')} limit 1) shared`.execute(tx);
  return new Set(rows.map(({ number }) => number));
}
