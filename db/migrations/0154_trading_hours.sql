--! breaking: processes of the old version offer and lock a listing at any hour, and find none by its indexes
-- The hours of the day in Taipei in which others may lock a listing.
-- Invariants:
--   a listing without hours is always within them;
--   the market's indexes hold no listing outside its hours, so that none is read and left out, however many there are at night.
-- `is_out_of_hours` says how it was at the last turn, which the worker makes at `hours_turn_at`. It only narrows what is read: the market leaves
-- out whose turn is due, and a lock is decided by the hours themselves.

alter table orders.listing
  add column hours_from       smallint,
  add column hours_to         smallint,
  add column is_out_of_hours  boolean      not null default false,
  add column hours_turn_at    timestamptz  not null default 'infinity';
comment on column orders.listing.hours_from is 'minutes of the day; null: at any hour';
comment on column orders.listing.hours_to is 'the first minute after the hours; before hours_from: past midnight';

drop index orders.listing_market, orders.listing_market_by_methods, orders.listing_market_by_level,
  orders.listing_market_by_methods_and_level, orders.listing_by_price;
create index listing_market on orders.listing (coin, side, owner_role, owner_rank, (case side when 'buy' then -price_e4 else price_e4 end), id)
  where state = 'OPEN' and not is_out_of_hours;
create index listing_market_by_methods on orders.listing (coin, side, owner_role, pay_methods, owner_rank, (case side when 'buy' then -price_e4 else price_e4 end), id)
  where state = 'OPEN' and not is_out_of_hours;
create index listing_market_by_level on orders.listing (coin, side, owner_role, owner_level, owner_rank, (case side when 'buy' then -price_e4 else price_e4 end), id)
  where state = 'OPEN' and not is_out_of_hours;
create index listing_market_by_methods_and_level
  on orders.listing (coin, side, owner_role, pay_methods, owner_level, owner_rank, (case side when 'buy' then -price_e4 else price_e4 end), id)
  where state = 'OPEN' and not is_out_of_hours;
create index listing_by_price on orders.listing (coin, side, (case side when 'buy' then -price_e4 else price_e4 end), id)
  where state = 'OPEN' and not is_out_of_hours;
create index listing_turn on orders.listing (hours_turn_at) where ended_at is null and hours_from is not null;

create or replace function orders.check_listing(l orders.listing) returns boolean
  language plpgsql immutable
  set search_path = pg_catalog, pg_temp
as $$
declare
  broken text := case
    when not l.version > 0 then 'version'
    when l.state not in ('OPEN', 'PAUSED', 'FILLED', 'SOLD_OUT', 'CLOSED', 'EXPIRED', 'SUSPENDED') then 'state'
    when (l.ended_at is null) <> (l.state in ('OPEN', 'PAUSED', 'FILLED')) then 'end'
    when not l.remaining >= 0 then 'remaining'
    when not l.locked >= 0 then 'locked'
    when not l.remaining + l.locked <= l.quantity then 'parts'
    when not case when l.ended_at is null then l.remaining + l.locked > 0 else l.remaining = 0 end then 'rest'
    when l.state = 'FILLED' and l.remaining <> 0 then 'filled'
    when l.rest_at_end not between 0 and l.quantity then 'given_back'
    when l.ended_at is null and l.rest_at_end <> 0 then 'given_back'
    when l.ttl_hours not between 1 and 360 then 'ttl_hours'
    when not l.expires_at > l.listed_at then 'expires_at'
    when l.paused_because not in ('owner', 'missed-answer') then 'paused_because'
    when l.paused_because is not null and l.state <> 'PAUSED' then 'paused_because'
    when l.suspended_because is not null and l.state <> 'SUSPENDED' then 'suspended_because'
    when l.side not in ('sell', 'buy') then 'side'
    when l.coin not in ('TWD', 'USDT') then 'coin'
    when not l.quantity > 0 then 'quantity'
    when l.price_e4 not between 1 and 99990000 then 'price_e4'
    when not l.min_quantity > 0 then 'min_quantity'
    when not (l.min_quantity <= l.max_quantity and l.max_quantity <= l.quantity) then 'range'
    when l.pay_window_minutes not in (15, 20, 30, 45, 60) then 'pay_window_minutes'
    when cardinality(l.card_ids) > 5 then 'card_ids'
    when cardinality(l.pay_account_ids) > 5 then 'pay_account_ids'
    when (l.side = 'sell') <> (cardinality(l.card_ids) + cardinality(l.pay_account_ids) > 0) then 'payable'
    when cardinality(l.pay_methods) = 0 then 'pay_methods'
    when l.side = 'sell' and ('bank' = any(l.pay_methods)) <> (cardinality(l.card_ids) > 0) then 'pay_methods'
    when l.side = 'sell' and (l.pay_methods <> '{bank}') <> (cardinality(l.pay_account_ids) > 0) then 'pay_methods'
    when l.owner_role not in ('member', 'merchant') then 'owner_role'
    when l.owner_rank not between 0 and 9999 then 'owner_rank'
    when l.owner_level not between 0 and 9 then 'owner_level'
    when l.min_level not between 0 and 9 then 'min_level'
    when l.min_finished not between 0 and 1000 then 'min_finished'
    when l.min_days not between 0 and 365 then 'min_days'
    when l.min_completion not between 0 and 100 then 'min_completion'
    when num_nulls(l.hours_from, l.hours_to) = 1 or l.hours_from = l.hours_to then 'hours'
    when l.hours_from not between 0 and 1439 or l.hours_to not between 0 and 1439 then 'hours'
    when l.hours_from is null and (l.is_out_of_hours or l.hours_turn_at < 'infinity') then 'hours_turn'
    when l.hours_from is not null and l.hours_turn_at = 'infinity' then 'hours_turn'
  end;
begin
  if broken is not null then
    raise exception using errcode = 'check_violation', schema = 'orders', table = 'listing', constraint = 'listing_' || broken,
      message = format('listing %s breaks the rule "%s"', l.id, broken);
  end if;
  return true;
end
$$;
