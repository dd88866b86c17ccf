import type { RemarkRemoval } from '@holdfast/contract/orders';
import type { Suspicion } from '@holdfast/contract/rules';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';
import { sideOf } from './order.rules.ts';
import type { Order } from './order.store.ts';
import type { Side } from './thread.store.ts';

/**
 * What the listing said when an order was locked: part of what the two have agreed upon. In the room of the order the parties do not see the
 * words of one that was taken down since.
 */
export interface OrderRemark {
  readonly author: Side;
  readonly text: string;
  readonly suspicions: readonly Suspicion[];
  readonly removed: { readonly because: RemarkRemoval; readonly at: Date } | null;
}

interface Row {
  readonly text: string;
  readonly suspicions: readonly Suspicion[];
  readonly because: RemarkRemoval | null;
  readonly decidedAt: Date | null;
}

export async function findOrderRemark(
  tx: Tx,
  order: Pick<Order, 'remark' | 'ownerId' | 'payeeId'>,
): Promise<OrderRemark | undefined> {
  if (order.remark === null) return undefined;
  const { rows } = await sql<Row>`
    select text, kinds as suspicions, removed_because as because, decided_at as "decidedAt" from orders.remark where id = ${order.remark.id}`.execute(
    tx,
  );
  return rows.map(({ text, suspicions, because, decidedAt }) => ({
    author: sideOf(order) === 'sell' ? ('payee' as const) : ('payer' as const),
    text,
    suspicions,
    removed: because !== null && decidedAt !== null ? { because, at: decidedAt } : null,
  }))[0];
}
