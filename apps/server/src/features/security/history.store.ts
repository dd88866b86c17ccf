import type { SignInOutcome } from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';
import { daysAgo, sweep, sweepUnneeded } from '#platform/db/sweep.ts';
import type { Place } from '#platform/place/place.ts';

const KEPT_DAYS = 180;

/** A sign-in of a member, or a failed attempt at one. */
export interface SignIn {
  readonly id: string;
  readonly outcome: SignInOutcome;
  readonly device: string;
  readonly place: Place;
  readonly at: Date;
}

/** Adds a successful sign-in to the history. */
export async function insertSignIn(
  tx: Tx,
  { memberId, device, place }: { memberId: MemberId; device: string; place: Place },
): Promise<void> {
  await sql`insert into member.sign_in (member_id, outcome, device_name, place, network)
            values (${memberId}, 'success', ${device}, ${place.name}, ${place.network})`.execute(tx);
}

/** Lists a member's sign-ins and failed attempts, newest first, starting below the id `before`. */
export async function listHistory(
  tx: Tx,
  { memberId, before, limit }: { memberId: MemberId; before: bigint | undefined; limit: number },
): Promise<SignIn[]> {
  const { rows } = await sql<SignIn>`
    select sign_in.id::text as id, outcome, device_name as device,
           jsonb_build_object('name', place, 'network', network) as place, at
    from member.sign_in
    where member_id = ${memberId} and sign_in.id < coalesce(${before ?? null}::bigint, 9223372036854775807)
    order by sign_in.id desc limit ${limit}`.execute(tx);
  return rows;
}

/** Deletes expired history and cool-downs. */
export async function sweepSecurity(db: Database): Promise<void> {
  const before = daysAgo(KEPT_DAYS);
  await sweep(db, { table: 'member.sign_in', column: 'at', before });
  await sweepUnneeded(db, 'member.cool_down', sql`ends_at < platform.app_now()`);
  await sweep(db, { table: 'member.past_address', column: 'ended_at', before });
}
