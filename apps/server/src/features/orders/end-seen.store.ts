import { defined, type OrderId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

export interface EndSeen {
  readonly orderId: OrderId;
  readonly role: 'payer' | 'payee';
}

/** Keeps when a side has first seen the end of its order. Returns that. */
export async function saveEndSeen(tx: Tx, seen: EndSeen): Promise<Date> {
  const { orderId, role } = seen;
  await sql`
    insert into orders.end_seen (order_id, role) values (${orderId}, ${role}) on conflict do nothing`.execute(
    tx,
  );
  return defined(await findEndSeen(tx, seen), 'what was just kept');
}

export async function findEndSeen(tx: Tx, { orderId, role }: EndSeen): Promise<Date | undefined> {
  const { rows } = await sql<{ seenAt: Date }>`
    select seen_at as "seenAt" from orders.end_seen where order_id = ${orderId} and role = ${role}`.execute(
    tx,
  );
  return rows[0]?.seenAt;
}
