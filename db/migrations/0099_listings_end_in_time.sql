--! breaking: processes of the old version neither end listings in time nor know why one is paused
-- Listings that end in time, pause, and can be offered again.
-- Invariants:
--   a live listing has an end; the clock runs on while it is paused or fully locked;
--   `rest_at_end` is what an ended listing gave back to its owner at its end, which is what a renewal takes again;
--   every change of a listing by somebody's will or by its clock is one event row whose version is the listing's new one. What a lock takes and an
--   order's end gives back is told by the order's own events.

alter table orders.listing
  add column ttl_hours           smallint     not null default 24,
  add column listed_at           timestamptz  not null default platform.app_now(),
  add column expires_at          timestamptz  not null default platform.app_now() + interval '24 hours',
  add column expiry_retry_at     timestamptz,
  add column rest_at_end         bigint       not null default 0,
  add column paused_because      text,
  add column suspended_because   text;
comment on column orders.listing.listed_at is 'since when its clock runs: published or renewed';
comment on column orders.listing.expiry_retry_at is 'its end could not be carried out; it waits until then';
comment on column orders.listing.paused_because is 'owner, or missed-answer: the owner did not answer an order in time';

-- The clock of the listings, which the worker reads all the time. A lock changes neither column.
create index listing_due on orders.listing (expires_at) where ended_at is null;

create table orders.listing_event (
  listing_id  bigint       not null references orders.listing,
  version     integer      not null,
  transition  text         not null,
  event       text         not null,
  actor       text         not null check (actor in ('owner', 'timer', 'system', 'operator', 'risk')),
  -- A member or an operator, by the actor.
  actor_id    bigint,
  from_state  text,
  to_state    text         not null,
  at          timestamptz  not null default platform.app_now(),
  detail      jsonb        not null default '{}',
  primary key (listing_id, version)
);
grant select, insert on orders.listing_event to holdfast_app;

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
  end;
begin
  if broken is not null then
    raise exception using errcode = 'check_violation', schema = 'orders', table = 'listing', constraint = 'listing_' || broken,
      message = format('listing %s breaks the rule "%s"', l.id, broken);
  end if;
  return true;
end
$$;
