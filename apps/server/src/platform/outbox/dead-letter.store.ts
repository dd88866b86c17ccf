import { sql } from 'kysely';
import { toMemberId, type MemberId } from '@holdfast/kernel';
import type { Database, Tx } from '#platform/db/db.ts';
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

/** A dead letter as operators see it. */
export interface DeadLetter {
  readonly id: bigint;
  readonly carrier: string;
  readonly lane: string;
  readonly memberId: MemberId;
  readonly type: string;
  readonly reason: string;
  readonly tries: number;
  readonly at: Date;
  readonly isRetrying: boolean;
}

/** The newest first, from before `before`. */
export async function listLetters(
  tx: Tx,
  { before, limit }: { before: bigint; limit: number },
): Promise<DeadLetter[]> {
  const { rows } = await sql<Omit<DeadLetter, 'memberId'> & { memberId: bigint }>`
    select id, carrier, lane, member_id as "memberId", type, reason, tries, at, due_at is not null as "isRetrying"
    from platform.dead_letter where id < ${before} order by id desc limit ${limit}`.execute(tx);
  return rows.map(({ memberId, ...row }) => ({ ...row, memberId: toMemberId(memberId) }));
}

/** Has one tried again; its type. Undefined if it is not there, or about to be tried. */
export async function retryLetter(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ type: string }>`
    update platform.dead_letter set due_at = platform.app_now() where id = ${id} and due_at is null returning type`.execute(
    tx,
  );
  return rows[0]?.type;
}

/** Deletes one; its type. Undefined if it is not there, or about to be tried. */
export async function giveUpLetter(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ type: string }>`
    delete from platform.dead_letter where id = ${id} and due_at is null returning type`.execute(tx);
  return rows[0]?.type;
}
