import { sql } from 'kysely';
import { toMemberId, type MemberId } from '@holdfast/kernel';
import type { Database } from '#platform/db/db.ts';
import { unflushed } from '#platform/db/unflushed.ts';

/** A dead letter that an operator wants to be tried again. */
export interface Resent {
  readonly id: bigint;
  readonly subscriptionId: bigint;
  readonly memberId: MemberId;
  readonly seq: bigint;
  readonly tries: number;
  /** Undefined if the subscription has ended. */
  readonly key: string | undefined;
}

/** Claims dead letters that are to be tried again, under a lease. */
export async function claimResent(
  db: Database,
  { carrier, leaseSeconds, limit }: { carrier: string; leaseSeconds: number; limit: number },
): Promise<Resent[]> {
  const { rows } = await sql<Omit<Resent, 'key' | 'memberId'> & { key: string | null; memberId: bigint }>`
    with due as (
      select id from platform.dead_letter where carrier = ${carrier} and due_at <= platform.app_now()
      order by due_at limit ${limit}::int for update skip locked
    )
    update platform.dead_letter l set due_at = platform.app_now() + make_interval(secs => ${leaseSeconds}::int)
    from due left join platform.dead_letter o using (id) left join platform.subscription s on s.id = o.subscription_id
    where l.id = due.id
    returning l.id, l.subscription_id as "subscriptionId", l.member_id as "memberId", l.seq, l.tries, s.key, ${unflushed(db)}`.execute(
    db,
  );
  return rows.map(({ key, memberId, ...row }) => ({
    ...row,
    memberId: toMemberId(memberId),
    key: key ?? undefined,
  }));
}

/** It was sent, or there is nobody to send it to. */
export async function removeLetter(db: Database, id: bigint): Promise<void> {
  await sql`delete from platform.dead_letter where id = ${id}`.execute(db);
}

/** It failed again and waits for an operator. */
export async function returnLetter(
  db: Database,
  { id, tries, reason }: { id: bigint; tries: number; reason: string },
): Promise<void> {
  await sql`
    update platform.dead_letter set due_at = null, tries = ${tries}, reason = ${reason}, at = platform.app_now()
    where id = ${id}`.execute(db);
}
