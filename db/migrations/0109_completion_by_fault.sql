-- A member's completion counts an order that did not finish only where it was the member's own fault: anybody can lock and cancel, and the
-- conditions of a listing read the figure.
-- Invariant: a trader's `ended` counts the finished orders of both sides, and the other ends that `counts_against` the trader's side.

alter table orders.orders add column counts_against text;
comment on column orders.orders.counts_against is
  'in whose completion figure the last end counts, where it was no finish; a relock takes it back by this, so it stays';

create or replace function orders.check_order(o orders.orders) returns boolean
  language plpgsql immutable
  set search_path = pg_catalog, pg_temp
as $$
declare
  -- As in a CHECK, what is neither true nor false breaks no rule.
  broken text := case
    when not o.version > 0 then 'version'
    when o.state not in ('ACCEPT_WAIT', 'LOCKED', 'GRACE', 'PAID', 'STUCK_SELF', 'STUCK_CASE', 'FINISHED', 'CANCELLED', 'AUTO_CANCELLED',
      'FORCE_CANCELLED') then 'state'
    when (o.ended_at is null) <> (o.state not in ('FINISHED', 'CANCELLED', 'AUTO_CANCELLED', 'FORCE_CANCELLED')) then 'end'
    when (o.resolution is null) <> (o.ended_at is null) then 'resolved'
    when o.resolution not in ('parties', 'timeout', 'operator', 'risk') then 'resolution'
    when o.fault not in ('payer', 'payee', 'none', 'undecided') then 'fault'
    when o.counts_against not in ('payer', 'payee') or o.counts_against is not null and o.state = 'FINISHED' then 'counts_against'
    when o.state = 'PAID' and o.paid_sealed is null then 'paid'
    when not (o.settled_quantity between 0 and o.quantity and o.state = 'FINISHED') and o.settled_quantity is not null then 'settled'
    when o.funding not in ('listing', 'locker', 'relock') then 'funding'
    when o.locker_id = o.owner_id then 'two_members'
    when not (o.payer_id = o.owner_id and o.payee_id = o.locker_id or o.payer_id = o.locker_id and o.payee_id = o.owner_id) then 'parties'
    when (o.card_id is null) = (o.pay_account_id is null) then 'paid_on'
    when (o.pay_method = 'bank') <> (o.card_id is not null) then 'pay_method'
    when num_nulls(o.request_by, o.request_reason, o.request_at, o.request_from) not in (0, 4) then 'request'
    when o.request_by not in ('by-payer', 'by-payee') then 'request'
    when o.request_by is not null and o.state not in ('PAID', 'STUCK_SELF', 'STUCK_CASE')
      and not (o.state = 'LOCKED' and o.request_by = 'by-payee') then 'request_state'
    when o.coin not in ('TWD', 'USDT') then 'coin'
    when not o.quantity > 0 then 'quantity'
    when not o.pay_twd > 0 then 'pay_twd'
    when o.fee_bp not between 0 and 1000 then 'fee_bp'
    when not o.fee >= 0 then 'fee'
    when not o.fee < o.quantity then 'something_arrives'
  end;
begin
  if broken is not null then
    raise exception using errcode = 'check_violation', schema = 'orders', table = 'orders', constraint = 'orders_' || broken,
      message = format('order %s breaks the rule "%s"', o.id, broken);
  end if;
  return true;
end
$$;

-- Of a reason that blames the other side, who gave it: what an order that ended before this migration still says.
update orders.orders
set counts_against = case
  when fault in ('payer', 'payee') then fault
  when fault = 'undecided' then case when cancel_reason = 'buyer-silent' then 'payee' else 'payer' end
  end
where ended_at is not null and state <> 'FINISHED' and previous_state <> 'ACCEPT_WAIT';

-- One pass over the orders, however many traders there are.
with against as (
  select case counts_against when 'payer' then payer_id else payee_id end as member_id, count(*) as ends
  from orders.orders where counts_against is not null group by 1
)
update orders.trader t
set ended = t.finished + coalesce(a.ends, 0)
from orders.trader s left join against a on a.member_id = s.member_id
where s.member_id = t.member_id and t.ended <> t.finished + coalesce(a.ends, 0);
