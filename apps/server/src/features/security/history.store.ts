import type { SignInOutcome } from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';
import { sweep } from '#platform/db/sweep.ts';

const KEPT_DAYS = 180;

export interface SignInRow {
  readonly id: bigint;
  readonly outcome: SignInOutcome;
  readonly device_name: string;
  readonly place: string;
  readonly at: Date;
}

export async function noteSignIn(
  tx: Tx,
  { memberId, device, place }: { memberId: MemberId; device: string; place: string },
): Promise<void> {
  await sql`insert into member.sign_in (member_id, outcome, device_name, place)
            values (${memberId}, 'success', ${device}, ${place})`.execute(tx);
}

/** Sign-ins and tries of a member, the newest first, from before the row `before`. */
export async function findSignIns(
  tx: Tx,
  { memberId, before, limit }: { memberId: MemberId; before: bigint | undefined; limit: number },
): Promise<SignInRow[]> {
  const { rows } = await sql<SignInRow>`
    select id, outcome, device_name, place, at from member.sign_in
    where member_id = ${memberId} and id < coalesce(${before ?? null}::bigint, 9223372036854775807)
    order by id desc limit ${limit}`.execute(tx);
  return rows;
}

/** Deletes what is no longer kept. */
export async function sweepSecurity(db: Database): Promise<void> {
  const now = sql`platform.app_now()`;
  await sweep(db, sql`member.sign_in`, sql`at < ${now} - make_interval(days => ${KEPT_DAYS}::int)`);
  const isQuiet = sql`counted_at < ${now} - interval '1 day' and blocked_until < ${now}`;
  await sweep(db, sql`member.sign_in_delay`, isQuiet);
  await sweep(db, sql`member.cool_down`, sql`ends_at < ${now}`);
}
