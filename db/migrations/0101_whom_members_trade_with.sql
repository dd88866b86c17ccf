-- Whom members want to trade with: conditions of a listing, blocked members, favourite sellers, and the market by the seller's level.
-- Invariants:
--   two members of whom one has blocked the other see nothing of each other's listings and lock none; orders that run go on;
--   a live listing carries the level of its owner, so that the market of a level is a range of an index.

alter table orders.listing
  add column owner_level     smallint  not null default 0,
  add column min_level       smallint  not null default 0,
  add column min_finished    integer   not null default 0,
  add column min_days        integer   not null default 0,
  add column min_completion  smallint  not null default 0;
comment on column orders.listing.min_completion is 'percent of the locker''s ended orders that finished; 0: whatever';
update orders.listing l set owner_level = m.level from member.member m where m.id = l.owner_id and l.ended_at is null;

create index listing_market_by_level on orders.listing (coin, side, owner_role, owner_level, owner_rank, price_e4, id)
  where state = 'OPEN';
create index listing_market_by_methods_and_level
  on orders.listing (coin, side, owner_role, pay_methods, owner_level, owner_rank, price_e4, id) where state = 'OPEN';
-- The best price first, for who names an amount and takes the best offer.
create index listing_by_price on orders.listing (coin, side, price_e4, id) where state = 'OPEN';

create table orders.block (
  member_id   bigint       not null,
  other_id    bigint       not null,
  at          timestamptz  not null default platform.app_now(),
  id          bigint       generated always as identity,
  primary key (member_id, other_id),
  check (member_id <> other_id)
);
create index block_of_member on orders.block (member_id, id desc);
grant select, insert, delete on orders.block to holdfast_app;

create table orders.favourite (
  member_id   bigint       not null,
  other_id    bigint       not null,
  at          timestamptz  not null default platform.app_now(),
  id          bigint       generated always as identity,
  primary key (member_id, other_id),
  check (member_id <> other_id)
);
create index favourite_of_member on orders.favourite (member_id, id desc);
grant select, insert, delete on orders.favourite to holdfast_app;

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
    when cardinality(l.card_ids) + cardinality(l.pay_account_ids) = 0 then 'payable'
    when ('bank' = any(l.pay_methods)) <> (cardinality(l.card_ids) > 0) then 'pay_methods'
    when (l.pay_methods <> '{bank}') <> (cardinality(l.pay_account_ids) > 0) then 'pay_methods'
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
