import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

/** Whether two members want to be paid on one account of a pay app. */
export async function sharePayAccount(tx: Tx, [one, other]: readonly [MemberId, MemberId]): Promise<boolean> {
  const hashesOf = (memberId: MemberId) => sql`
    select l.hash from pay.account c cross join lateral (
      select hash from pay.account_lookup where account_id = c.id union all select hash from pay.waiting_lookup where account_id = c.id
    ) l where c.member_id = ${memberId} and c.removed_at is null and c.replaced_at is null`;
  const { rows } = await sql<{ isShared: boolean }>`
    select exists (${hashesOf(one)} intersect ${hashesOf(other)}) as "isShared"`.execute(tx);
  return rows[0]?.isShared ?? false;
}
