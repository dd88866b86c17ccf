--! breaking: processes of the old version lock without counting what members trade in a day
-- How much a member may buy and sell in a day, of each coin.
-- Invariants:
--   a trader's `bought_…` and `sold_…` are the quantities of the orders that were locked on the trader's `use_day` in Taipei, less what has
--   gone back to the seller since; of an earlier day nothing counts any more;
--   `member.own_limit` is what members allow themselves, for as long as it is below what their level allows; a raise of it has no effect before its time.

alter table orders.trader
  add column use_day date,
  add column bought_twd bigint not null default 0,
  add column sold_twd bigint not null default 0,
  add column bought_usdt bigint not null default 0,
  add column sold_usdt bigint not null default 0;
comment on column orders.trader.use_day is 'the day in Taipei of which the four sums beside it are; null: nothing was ever locked';

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
    when least(t.bought_twd, t.sold_twd, t.bought_usdt, t.sold_usdt) < 0 then 'use'
    when t.use_day is null and greatest(t.bought_twd, t.sold_twd, t.bought_usdt, t.sold_usdt) > 0 then 'use_day'
  end;
begin
  if broken is not null then
    raise exception using errcode = 'check_violation', schema = 'orders', table = 'trader', constraint = 'trader_' || broken,
      message = format('trader %s breaks the rule "%s"', t.member_id, broken);
  end if;
  return true;
end
$$;

-- What of a trader's day a limit reads. In the text of a query it is taken in, not called.
create function orders.used_today(t orders.trader, of_coin text, of_side text) returns bigint
  language sql stable
  return case when t.use_day = (platform.app_now() at time zone 'Asia/Taipei')::date then
    case of_coin || ' ' || of_side
      when 'TWD buy' then t.bought_twd when 'TWD sell' then t.sold_twd when 'USDT buy' then t.bought_usdt when 'USDT sell' then t.sold_usdt end
    else 0 end;
revoke execute on function orders.used_today from public;
grant execute on function orders.used_today to holdfast_app;

-- What was locked today before.
with today as (select (platform.app_now() at time zone 'Asia/Taipei')::date as day), moved as (
  select payer_id, payee_id, coin,
    case when ended_at is null then quantity when state = 'FINISHED' then coalesce(settled_quantity, quantity) else 0 end as quantity
  from orders.orders, today where locked_at >= day::timestamp at time zone 'Asia/Taipei'
), used as (
  select member_id, sum(quantity) filter (where coin = 'TWD' and side = 'buy') as bought_twd,
    sum(quantity) filter (where coin = 'TWD' and side = 'sell') as sold_twd,
    sum(quantity) filter (where coin = 'USDT' and side = 'buy') as bought_usdt,
    sum(quantity) filter (where coin = 'USDT' and side = 'sell') as sold_usdt
  from moved, lateral (values (payer_id, 'buy'), (payee_id, 'sell')) own (member_id, side) group by 1
)
insert into orders.trader as t (member_id, use_day, bought_twd, sold_twd, bought_usdt, sold_usdt)
select member_id, day, coalesce(bought_twd, 0), coalesce(sold_twd, 0), coalesce(bought_usdt, 0), coalesce(sold_usdt, 0) from used, today
on conflict (member_id) do update set use_day = excluded.use_day, bought_twd = excluded.bought_twd, sold_twd = excluded.sold_twd,
  bought_usdt = excluded.bought_usdt, sold_usdt = excluded.sold_usdt;

create table member.own_limit (
  member_id  bigint      not null references member.member (id),
  coin       text        not null check (coin in ('TWD', 'USDT')),
  side       text        not null check (side in ('buy', 'sell')),
  amount     bigint      not null check (amount >= 0),
  -- What it becomes at `raised_at`; null there: what the level allows.
  raised_to  bigint      check (raised_to > amount),
  raised_at  timestamptz,
  primary key (member_id, coin, side),
  check (raised_at is not null or raised_to is null)
);
comment on table member.own_limit is 'a raise that has begun stays beside the amount before it until the limit is set again, so that it can be taken back';
grant select, insert, update on member.own_limit to holdfast_app;
