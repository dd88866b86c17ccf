--! breaking: processes of the old version would take a buy listing for a sell listing at its lock
-- Listings of members who buy. Who locks one brings the coin out of the own available balance and says where to be paid; the owner pays.
-- Invariants:
--   a buy listing reserves nothing and names no card and no pay account; its methods are those by which its owner can pay;
--   a side of the market is sorted by the best price for who takes it: of sellers the lowest, of buyers the highest.

drop index orders.listing_market, orders.listing_market_by_methods, orders.listing_market_by_level,
  orders.listing_market_by_methods_and_level, orders.listing_by_price;
create index listing_market on orders.listing (coin, side, owner_role, owner_rank, (case side when 'buy' then -price_e4 else price_e4 end), id) where state = 'OPEN';
create index listing_market_by_methods on orders.listing (coin, side, owner_role, pay_methods, owner_rank, (case side when 'buy' then -price_e4 else price_e4 end), id)
  where state = 'OPEN';
create index listing_market_by_level on orders.listing (coin, side, owner_role, owner_level, owner_rank, (case side when 'buy' then -price_e4 else price_e4 end), id)
  where state = 'OPEN';
create index listing_market_by_methods_and_level
  on orders.listing (coin, side, owner_role, pay_methods, owner_level, owner_rank, (case side when 'buy' then -price_e4 else price_e4 end), id) where state = 'OPEN';
create index listing_by_price on orders.listing (coin, side, (case side when 'buy' then -price_e4 else price_e4 end), id) where state = 'OPEN';

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
  end;
begin
  if broken is not null then
    raise exception using errcode = 'check_violation', schema = 'orders', table = 'listing', constraint = 'listing_' || broken,
      message = format('listing %s breaks the rule "%s"', l.id, broken);
  end if;
  return true;
end
$$;
