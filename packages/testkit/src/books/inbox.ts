import { isSafetyNotice } from '@holdfast/contract/notifications';
import { sql } from 'kysely';
import type { Connection } from './connection.ts';

export interface InboxBooks {
  /**
   * Writes a message of any type and content into a member's inbox, without an install that caused it. It wakes no stream: the app sees
   * it at its next read.
   */
  plantMessage(account: string, type: string, extra: object): Promise<void>;
}

export function inboxBooks({ db, keys, idOf }: Connection): InboxBooks {
  return {
    async plantMessage(account, type, extra) {
      const member = await idOf(account);
      const sealed = (await keys()).seal(
        'inbox.message.extra_sealed',
        `${member} ${type}`,
        JSON.stringify(extra),
      );
      await sql`
        with next as (
          insert into inbox.counter as c (member_id, last_seq) values (${member}, 1)
          on conflict (member_id) do update set last_seq = c.last_seq + 1 returning last_seq
        )
        insert into inbox.message (member_id, seq, type, extra_sealed, safety)
        select ${member}::bigint, last_seq, ${type}, ${sealed}::bytea, ${isSafetyNotice(type)} from next`.execute(
        db,
      );
    },
  };
}
