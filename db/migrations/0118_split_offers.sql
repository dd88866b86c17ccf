-- The offer of one side to share what is in escrow, while operators have the case.
-- Invariants:
--   an offer says who made it, what the payer gets before the fee, and when; or it is not there at all;
--   it lies over an order in STUCK_CASE and leaves something for each side.

alter table orders.orders
  add column split_by text,
  add column split_part bigint,
  add column split_at timestamptz;
comment on column orders.orders.split_by is 'payer or payee: whose offer to split it is; null: nobody has offered';
comment on column orders.orders.split_part is 'what the payer would get, before the fee; the rest goes to the payee';
comment on column orders.orders.split_at is 'when it was offered; how long it stands is the contract''s';

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
    when num_nulls(o.split_by, o.split_part, o.split_at) not in (0, 3) then 'split'
    when o.split_by not in ('payer', 'payee') then 'split'
    when o.split_by is not null and o.state <> 'STUCK_CASE' then 'split_state'
    when not (o.split_part > 0 and o.split_part < o.quantity) then 'split_part'
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
