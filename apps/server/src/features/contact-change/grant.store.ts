import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, type Tx } from '#platform/db/db.ts';

const MOBILE = 'member.contact_grant.mobile_sealed';

/** How long a granted number can be verified. */
const GRANT_HOURS = 72;

/** Grants one number, in place of what was granted before. */
export async function saveGrant(tx: Tx, memberId: MemberId, mobile: string): Promise<void> {
  const sealed = keysOf(tx).seal(MOBILE, memberId, mobile);
  await sql`
    insert into member.contact_grant (member_id, mobile_sealed, ends_at)
    values (${memberId}, ${sealed}, platform.app_now() + make_interval(hours => ${GRANT_HOURS}::int))
    on conflict (member_id) do update set mobile_sealed = excluded.mobile_sealed, ends_at = excluded.ends_at`.execute(
    tx,
  );
}

/** The number that the member may verify now. */
export async function findGrant(tx: Tx, memberId: MemberId): Promise<string | undefined> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select mobile_sealed as sealed from member.contact_grant
    where member_id = ${memberId} and ends_at > platform.app_now()`.execute(tx);
  return rows[0] && keysOf(tx).open(MOBILE, memberId, rows[0].sealed);
}

export async function deleteGrant(tx: Tx, memberId: MemberId): Promise<void> {
  await sql`delete from member.contact_grant where member_id = ${memberId}`.execute(tx);
}
