--! breaking: processes of the old version end orders without counting days, partners and times to pay
-- What members are told of each other's trading, kept as orders end instead of being counted when somebody looks.
-- Invariants:
--   `orders.trader_day` counts a member's finished orders of one day in Taipei, on either side, and what was paid for them;
--   a trader's `partners` are the members with whom the trader has finished an order: their rows of `orders.traded`;
--   `payments` are the seconds from LOCKED to "paid" of the newest purchases, the oldest first, and `pay_seconds` is their median.

create table orders.trader_day (
  member_id  bigint   not null,
  day        date     not null,
  finished   integer  not null check (finished > 0),
  pay_twd    bigint   not null check (pay_twd > 0),
  primary key (member_id, day)
);
comment on table orders.trader_day is 'days that no figure reads any more go as the member finishes another order';
grant select, insert, update, delete on orders.trader_day to holdfast_app;

alter table orders.trader
  add column partners integer not null default 0,
  add column payments integer[] not null default '{}',
  add column pay_seconds integer;

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

insert into orders.trader_day (member_id, day, finished, pay_twd)
select side.member_id, (o.ended_at at time zone 'Asia/Taipei')::date, count(*), sum(o.pay_twd)
from orders.orders o, lateral (values (o.payer_id), (o.payee_id)) side (member_id)
where o.state = 'FINISHED' and o.ended_at >= platform.app_now() - interval '32 days'
group by 1, 2;

-- Each table is read once, and each trader's row is written once.
with partners as (
  select member_id, count(*) as partners
  from orders.traded, lateral (values (low_id), (high_id)) side (member_id) group by 1
), newest as (
  select id, payer_id, paid_at
  from (
    select id, payer_id, paid_at, row_number() over (partition by payer_id order by id desc) as age
    from orders.orders where state = 'FINISHED' and paid_at is not null
  ) o where age <= 50
), locked as (
  select e.order_id, min(e.at) as at from orders.event e join newest n on n.id = e.order_id where e.to_state = 'LOCKED' group by 1
), payments as (
  select payer_id as member_id, array_agg(seconds order by id) as payments,
    percentile_cont(0.5) within group (order by seconds)::integer as pay_seconds
  from (
    select n.id, n.payer_id, round(extract(epoch from n.paid_at - l.at))::integer as seconds
    from newest n join locked l on l.order_id = n.id
  ) s group by 1
)
update orders.trader t
set partners = coalesce(p.partners, 0), payments = coalesce(y.payments, '{}'), pay_seconds = y.pay_seconds
from partners p full join payments y on y.member_id = p.member_id
where t.member_id = coalesce(p.member_id, y.member_id);
