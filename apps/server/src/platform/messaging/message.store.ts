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
  /** This one counted. */
  readonly tries: number;
  readonly isUseless: boolean;
}

export async function insertMessage(tx: Tx, row: NewMessageRow): Promise<void> {
  await sql`
    insert into platform.message (id, channel, sealed, useless_after)
    values (${row.id}, ${row.channel}, ${row.sealed},
            platform.app_now() + make_interval(mins => ${row.usefulMinutes}::int))`.execute(tx);
}

/** Takes up to `limit` messages that are due for `leaseSeconds`: whoever dies while sending leaves them to be tried again after it. */
export async function claimMessages(
  db: Database,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<DueMessage[]> {
  const { rows } = await sql<{
    id: string;
    channel: MessageChannel;
    sealed: Buffer;
    tries: number;
    is_useless: boolean;
  }>`
    update platform.message
    set tries = tries + 1, due_at = platform.app_now() + make_interval(secs => ${leaseSeconds}::int)
    where id in (
      select id from platform.message where due_at <= platform.app_now()
      order by due_at limit ${limit} for update skip locked
    )
    returning id, channel, sealed, tries, useless_after <= platform.app_now() as is_useless`.execute(db);
  return rows.map(({ is_useless: isUseless, ...row }) => ({ ...row, isUseless }));
}

export async function removeMessage(db: Database, id: string): Promise<void> {
  await sql`delete from platform.message where id = ${id}`.execute(db);
}

export async function postponeMessage(db: Database, id: string, seconds: number): Promise<void> {
  await sql`update platform.message set due_at = platform.app_now() + make_interval(secs => ${seconds}::int)
            where id = ${id}`.execute(db);
}
