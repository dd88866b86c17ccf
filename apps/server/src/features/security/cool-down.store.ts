import type { CoolDownCause } from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

const COOL_DOWN_HOURS = 24;

export interface CoolDown {
  readonly cause: CoolDownCause;
  readonly endsAt: Date;
}

/**
 * Starts a cool-down, or extends a running one of the same cause; never shortens it. One that starts while another runs counts as begun
 * with that one: whatever was added meanwhile (a card, an address) stays too new until the last of them ends. With `since` it counts as begun
 * then at the latest.
 */
export async function startCoolDown(
  tx: Tx,
  start: { memberId: MemberId; cause: CoolDownCause; hours?: number; since?: Date },
): Promise<void> {
  await sql`
    insert into member.cool_down as c (member_id, cause, started_at, ends_at)
    select ${start.memberId}, ${start.cause}, least(min(running.started_at), ${start.since ?? null}::timestamptz, platform.app_now()),
           platform.app_now() + make_interval(hours => ${start.hours ?? COOL_DOWN_HOURS}::int)
    from member.cool_down running
    where running.member_id = ${start.memberId} and running.ends_at > platform.app_now()
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

/** A time without a break in which cool-downs run. */
export interface CoolPeriod {
  readonly beganAt: Date;
  readonly endsAt: Date;
}

/** The period that runs now; undefined if no cool-down does. */
export async function findCoolPeriod(tx: Tx, memberId: MemberId): Promise<CoolPeriod | undefined> {
  const { rows } = await sql<{ beganAt: Date | null; endsAt: Date | null }>`
    select min(started_at) as "beganAt", max(ends_at) as "endsAt" from member.cool_down
    where member_id = ${memberId} and ends_at > platform.app_now()`.execute(tx);
  const [{ beganAt, endsAt } = { beganAt: null, endsAt: null }] = rows;
  return beganAt && endsAt ? { beganAt, endsAt } : undefined;
}
