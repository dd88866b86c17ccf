import { sql } from 'kysely';
import type { Database } from '#platform/db/db.ts';

/**
 * Counts from the events of orders alone what operators have found of each member, and answers whose kept figures say otherwise; empty when all agree. A
 * second reading, kept apart from the code that counts.
 */
export async function disputeFaults(db: Database): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    with last_end as (
      select distinct on (order_id) order_id, actor, detail->>'fault' as fault
      from orders.event
      where to_state in ('FINISHED', 'FORCE_CANCELLED', 'CANCELLED', 'AUTO_CANCELLED') and from_state is distinct from to_state
      order by order_id, version desc
    ), found as (
      select case e.fault when 'payer' then o.payer_id else o.payee_id end as lost_id,
        case e.fault when 'payer' then o.payee_id else o.payer_id end as won_id
      from last_end e join orders.orders o on o.id = e.order_id
      where o.ended_at is not null and e.actor = 'operator' and e.fault in ('payer', 'payee')
    ), counted as (
      select member_id, sum(lost) as lost, sum(won) as won
      from found, lateral (values (lost_id, 1, 0), (won_id, 0, 1)) side (member_id, lost, won) group by 1
    )
    select format('member %s: counted %s/%s, kept %s/%s', member_id, coalesce(c.lost, 0), coalesce(c.won, 0),
      coalesce(t.disputes_lost, 0), coalesce(t.disputes_won, 0)) as fault
    from orders.trader t full join counted c using (member_id)
    where coalesce(t.disputes_lost, 0) <> coalesce(c.lost, 0) or coalesce(t.disputes_won, 0) <> coalesce(c.won, 0)`.execute(
    db,
  );
  return rows.map(({ fault }) => fault);
}
