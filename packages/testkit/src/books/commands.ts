import { sql } from 'kysely';
import type { Connection } from './connection.ts';

export interface CommandBooks {
  /** The idempotency keys (RIDs) of a member's executed commands on this path, oldest first. */
  ridsOf(account: string, bUrl: string): Promise<string[]>;
}

export function commandBooks({ db, idOf }: Connection): CommandBooks {
  return {
    async ridsOf(account, bUrl) {
      const actor = `member:${await idOf(account)}`;
      const { rows } = await sql<{ rid: string }>`
        select rid from platform.command
        where actor = ${actor} and b_url = ${bUrl} order by created_at`.execute(db);
      return rows.map(({ rid }) => rid);
    },
  };
}
