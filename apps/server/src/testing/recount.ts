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

/** Condition of an order that its listing counts as locked: a relock has nothing to do with the listing any more. */
const IS_LOCKED = `o.ended_at is null and o.funding <> 'relock'`;
const SIDE_AGAINST = `case o.counts_against when 'payer' then o.payer_id when 'payee' then o.payee_id end`;

/** What is kept beside orders so that nobody has to count them: each a query of the rows whose kept figure is another than the orders give. */
const COUNTED: Readonly<Record<string, string>> = {
  listing: `
    select l.id, format('%s, %s remain, %s locked, %s by orders', state, remaining, l.locked, by_orders) as what
    from orders.listing l, lateral (
      select coalesce(sum(quantity), 0) as by_orders from orders.orders o where o.listing_id = l.id and ${IS_LOCKED}) it
    where l.locked <> by_orders or l.remaining + l.locked > l.quantity
      or (l.ended_at is null) <> (l.state in ('OPEN', 'PAUSED', 'FILLED'))
      or case l.state when 'OPEN' then l.remaining = 0 when 'PAUSED' then l.remaining + l.locked = 0
         when 'FILLED' then l.remaining <> 0 or l.locked = 0 else l.remaining <> 0 end`,
  trader: `
    select t.member_id as id, format('%s live, %s finished, %s ended, %s partners, counted %s', t.live_locks, t.finished, t.ended, t.partners, it) as what
    from orders.trader t, lateral (
      select count(*) filter (where ended_at is null and locker_id = t.member_id) as live, count(*) filter (where state = 'FINISHED') as finished,
        count(*) filter (where state = 'FINISHED' or ended_at is not null and ${SIDE_AGAINST} = t.member_id) as ended,
        count(distinct payer_id + payee_id) filter (where state = 'FINISHED') as partners
      from orders.orders o where t.member_id in (payer_id, payee_id)) it
    where (t.live_locks, t.finished, t.ended, t.partners) is distinct from (it.live, it.finished, it.ended, it.partners)`,
  pair: `
    select coalesce(w.low_id, it.low_id) as id, format('%s finished with %s, counted %s', w.finished, coalesce(w.high_id, it.high_id), it.finished) as what
    from orders.traded w full join (
      select least(payer_id, payee_id) as low_id, greatest(payer_id, payee_id) as high_id, count(*) as finished
      from orders.orders where state = 'FINISHED' group by 1, 2) it on it.low_id = w.low_id and it.high_id = w.high_id
    where w.finished is distinct from it.finished`,
  thread: `
    select t.order_id as id, format('%s lines, unread %s and %s, counted %s', t.lines, payer_unread, payee_unread, it) as what
    from orders.thread t, lateral (
      select count(*) as lines, count(*) filter (where author <> 'payer' and kind <> 'event' and number > payer_saw) as payer,
        count(*) filter (where author <> 'payee' and kind <> 'event' and number > payee_saw) as payee
      from orders.thread_line l where l.order_id = t.order_id) it
    where (t.lines, payer_unread, payee_unread) is distinct from (it.lines, it.payer, it.payee)`,
  clocks: `
    select id, format('%s %s has %s and %s', state, request_by, running, still) as what
    from orders.orders o, lateral (
      select coalesce(array_agg(name order by name) filter (where due_at is not null), '{}') as running,
        coalesce(array_agg(name order by name) filter (where due_at is null), '{}') as still
      from orders.timer t where t.order_id = o.id and name not in ('remindExtend', 'ackReminder', 'ackLastReminder')) it
    where running <> case when state = 'PAID' and request_by is not null then '{cancelAck}'::text[] else
        case when request_by = 'by-payee' or request_by is not null and state <> 'STUCK_CASE' then '{cancelAck}'::text[] else '{}' end
        || case state when 'ACCEPT_WAIT' then '{accept}'::text[] when 'LOCKED' then '{pay}' when 'GRACE' then '{grace}' when 'PAID' then '{ack}'
           when 'STUCK_SELF' then '{self}' when 'STUCK_CASE' then '{ruling}' else '{}' end end
      or still <> case when state = 'PAID' and request_by is not null then '{ack}'::text[] else '{}' end`,
};

/** What is kept beside orders and is not what they give: of listings, traders, pairs, threads and clocks. Read from the rows alone; empty when all agree. */
export async function countFaults(db: Database): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(COUNTED).map(async ([kind, query]) => {
      const { rows } = await sql.raw<{ id: string; what: string }>(query).execute(db);
      return rows.map(({ id, what }) => `${kind} ${id}: ${what}`);
    }),
  );
  return found.flat();
}
