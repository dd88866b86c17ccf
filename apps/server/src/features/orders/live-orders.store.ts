import type { OpenRequest, OrderState } from '@holdfast/contract/orders';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

/** Live orders of a member that are alike in what decides whose turn it is. */
interface LiveOrders {
  readonly state: OrderState;
  readonly request: OpenRequest | null;
  readonly role: 'payer' | 'payee';
  readonly isOwner: boolean;
  readonly count: number;
}

export async function countLive(tx: Tx, memberId: MemberId): Promise<LiveOrders[]> {
  const { rows } = await sql<LiveOrders>`
    select state, request_by as request, case when payer_id = ${memberId} then 'payer' else 'payee' end as role,
      owner_id = ${memberId} as "isOwner", count(*)::int as count
    from (
      select state, request_by, payer_id, owner_id from orders.orders where payer_id = ${memberId} and ended_at is null
      union all
      select state, request_by, payer_id, owner_id from orders.orders where payee_id = ${memberId} and ended_at is null
    ) live group by 1, 2, 3, 4`.execute(tx);
  return rows;
}
