import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';

export type MessageChannel = 'mobile' | 'mail' | 'nowhere';

export interface NewMessageRow {
  readonly id: string;
  readonly channel: MessageChannel;
  readonly sealed: Buffer;
  readonly usefulMinutes: number;
}

export interface DueMessage {
  readonly id: string;
  readonly channel: MessageChannel;
  readonly sealed: Buffer;
  /** Including this one. */
  readonly tries: number;
  /** Past its useful time: dropped instead of sent. */
  readonly isExpired: boolean;
}

export async function insertMessage(tx: Tx, row: NewMessageRow): Promise<void> {
  await sql`
    insert into platform.message (id, channel, sealed, useless_after)
    values (${row.id}, ${row.channel}, ${row.sealed},
            platform.app_now() + make_interval(mins => ${row.usefulMinutes}::int))`.execute(tx);
}

/** Claims up to `limit` due messages under a lease of `leaseSeconds`: if the sender crashes, they are retried after it. */
export async function claimMessages(
  db: Database,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    update platform.message
    set tries = tries + 1, due_at = platform.app_now() + make_interval(secs => ${leaseSeconds}::int)
    where id = any(array(
      select id from platform.message where due_at <= platform.app_now()
      order by due_at limit ${limit} for update skip locked
    ))
    returning id, channel, sealed, tries, useless_after <= platform.app_now() as "isExpired"`.execute(db);
  return rows;
}

export async function removeMessage(db: Database, id: string): Promise<void> {
  await sql`delete from platform.message where id = ${id}`.execute(db);
}

export async function postponeMessage(db: Database, id: string, seconds: number): Promise<void> {
  await sql`update platform.message set due_at = platform.app_now() + make_interval(secs => ${seconds}::int)
            where id = ${id}`.execute(db);
}
