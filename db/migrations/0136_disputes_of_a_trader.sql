--! breaking: processes of the old version end orders without counting what operators have found
-- What operators have found of a member's orders, kept as orders end.
-- Invariant: a trader's `disputes_lost` are the orders that a ruling has ended with the fault on the trader's side, `disputes_won` those with it on the other side.

alter table orders.trader
  add column disputes_lost integer not null default 0,
  add column disputes_won integer not null default 0;

create or replace function orders.check_trader(t orders.trader) returns boolean
  language plpgsql immutable
  set search_path = pg_catalog, pg_temp
as $$
declare
  broken text := case
    when not t.live_locks >= 0 then 'live_locks'
    when not t.finished >= 0 then 'finished'
    when not t.ended >= t.finished then 'ended'
    when not t.partners between 0 and t.finished then 'partners'
    when not t.disputes_lost >= 0 then 'disputes_lost'
    when not t.disputes_won >= 0 then 'disputes_won'
    when not cardinality(t.releases) <= 50 then 'releases'
    when (t.release_seconds is null) <> (t.releases = '{}') then 'release_seconds'
    when not cardinality(t.payments) <= 50 then 'payments'
    when (t.pay_seconds is null) <> (t.payments = '{}') then 'pay_seconds'
    when t.role not in ('member', 'merchant') then 'role'
    when t.sort_code not between 0 and 9999 then 'sort_code'
    when t.sort_code + t.sort_offset not between 0 and 9999 then 'rank'
    when t.locks_max not between 0 and 50 then 'locks_max'
  end;
begin
  if broken is not null then
    raise exception using errcode = 'check_violation', schema = 'orders', table = 'trader', constraint = 'trader_' || broken,
      message = format('trader %s breaks the rule "%s"', t.member_id, broken);
  end if;
  return true;
end
$$;

-- One pass over the orders, however many traders there are.
with ruled as (
  select case fault when 'payer' then payer_id else payee_id end as lost_id, case fault when 'payer' then payee_id else payer_id end as won_id
  from orders.orders where resolution = 'operator' and fault in ('payer', 'payee')
), sides as (
  select member_id, sum(lost)::integer as lost, sum(won)::integer as won
  from ruled, lateral (values (lost_id, 1, 0), (won_id, 0, 1)) side (member_id, lost, won) group by 1
)
update orders.trader t set disputes_lost = s.lost, disputes_won = s.won from sides s where s.member_id = t.member_id;
