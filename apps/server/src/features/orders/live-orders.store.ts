import { SPLIT_OFFER_MS, type OpenRequest, type OrderState } from '@holdfast/contract/orders';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

/** Live orders of a member that are alike in what decides whose turn it is. */
interface LiveOrders {
  readonly state: OrderState;
  readonly request: OpenRequest | null;
  readonly role: 'payer' | 'payee';
  readonly isOwner: boolean;
  /** Who offers to share what is in escrow, and waits for an answer. */
  readonly split: 'payer' | 'payee' | null;
  readonly count: number;
}

export async function countLive(tx: Tx, memberId: MemberId): Promise<LiveOrders[]> {
  const { rows } = await sql<LiveOrders>`
    select state, request_by as request, case when payer_id = ${memberId} then 'payer' else 'payee' end as role,
      owner_id = ${memberId} as "isOwner",
      case when split_at > platform.app_now() - make_interval(secs => ${SPLIT_OFFER_MS / 1000}::float) then split_by end as split, count(*)::int as count
    from (
      select state, request_by, payer_id, owner_id, split_by, split_at from orders.orders where payer_id = ${memberId} and ended_at is null
      union all
      select state, request_by, payer_id, owner_id, split_by, split_at from orders.orders where payee_id = ${memberId} and ended_at is null
    ) live group by 1, 2, 3, 4, 5`.execute(tx);
  return rows;
}
