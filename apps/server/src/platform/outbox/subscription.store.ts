import { sql } from 'kysely';
import type { MemberId } from '@holdfast/kernel';
import { sendLater, type Tx } from '#platform/db/db.ts';

export interface NewSubscription {
  readonly carrier: string;
  /** What the carrier knows the address by. */
  readonly key: string;
  /** The push service, such as the origin of the address: what fails together. */
  readonly lane: string;
  readonly memberId: MemberId;
  /** The newest number of the member's inbox: only what comes later is sent. */
  readonly afterSeq: bigint;
}

/**
 * Subscribes an address to a member's inbox, in the transaction that registers it. An address that another member had is taken over: nothing of
 * the other is sent to it any more. Repeating it changes nothing.
 */
export async function subscribe(tx: Tx, subscription: NewSubscription): Promise<void> {
  const { carrier, key, lane, memberId, afterSeq } = subscription;
  sendLater(
    tx,
    sql`insert into platform.lane (carrier, lane) values (${carrier}, ${lane}) on conflict do nothing`,
  );
  // Looked at once after the commit: a message that came since `afterSeq` was read is not left out.
  await sql`
    with taken as (
      insert into platform.subscription as s (carrier, key, lane, member_id)
      values (${carrier}, ${key}, ${lane}, ${memberId})
      on conflict (carrier, key) do update set id = default, lane = excluded.lane, member_id = excluded.member_id, opened_at = default
      where (s.lane, s.member_id) is distinct from (excluded.lane, excluded.member_id)
      returning id
    )
    insert into platform.delivery (subscription_id, carrier, lane, sent_seq)
    select id, ${carrier}, ${lane}, ${afterSeq}::bigint from taken`.execute(tx);
}

/** Ends the subscription of an address, in the transaction that removes it. Its delivery is swept: a command never waits for the relay. */
export function unsubscribe(tx: Tx, { carrier, key }: Pick<NewSubscription, 'carrier' | 'key'>): void {
  sendLater(
    tx,
    sql`
    with ended as (delete from platform.subscription where carrier = ${carrier} and key = ${key} returning id)
    delete from platform.dead_letter where subscription_id in (select id from ended)`,
  );
}
