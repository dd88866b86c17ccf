import type { CoolDownCause } from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

const COOL_DOWN_HOURS = 24;

export interface CoolDown {
  readonly cause: CoolDownCause;
  readonly endsAt: Date;
}

/** Starts a cool-down, or extends a running one of the same cause; never shortens it. */
export async function startCoolDown(
  tx: Tx,
  start: { memberId: MemberId; cause: CoolDownCause; hours?: number },
): Promise<void> {
  await sql`
    insert into member.cool_down as c (member_id, cause, ends_at)
    values (${start.memberId}, ${start.cause},
            platform.app_now() + make_interval(hours => ${start.hours ?? COOL_DOWN_HOURS}::int))
    on conflict (member_id, cause) do update
    set ends_at = greatest(c.ends_at, excluded.ends_at), started_at = excluded.started_at`.execute(tx);
}

/** Lists the running cool-downs, the longest first. */
export async function findCoolDowns(tx: Tx, memberId: MemberId): Promise<CoolDown[]> {
  const { rows } = await sql<CoolDown>`
    select cause, ends_at as "endsAt" from member.cool_down
    where member_id = ${memberId} and ends_at > platform.app_now() order by cool_down.ends_at desc, cause`.execute(
    tx,
  );
  return rows;
}

/** When the last running cool-down ends; undefined if none runs. */
export async function coolDownUntil(tx: Tx, memberId: MemberId): Promise<Date | undefined> {
  return (await findCoolDowns(tx, memberId))[0]?.endsAt;
}
