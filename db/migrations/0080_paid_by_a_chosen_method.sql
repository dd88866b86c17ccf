-- An order is paid by the one method that its payer has chosen at the lock: on a bank card, or on an account at a pay app.
-- Invariants:
--   an order names the row of a card or that of a pay account, never both, and its method says which of them;
--   a listing names where its owner may be paid, at least one place, and its methods are those of these places.

alter table orders.orders
  alter card_id drop not null,
  add column pay_method text not null default 'bank';
comment on column orders.orders.card_id is 'the row of bank.card as it stood at the lock; null where the payer has chosen a pay account';
comment on column orders.orders.pay_account_id is 'the row of pay.account as it stood at the lock; null where the payer has chosen a bank card';
comment on column orders.orders.pay_method is 'bank, or the pay app of its account';

alter table orders.listing add column pay_methods text[] not null default '{bank}';
comment on column orders.listing.pay_methods is 'the methods of its cards and pay accounts, each once, in the order of the contract';
comment on column orders.listing.pay_account_ids is 'the pay accounts on which its owner may be paid, instead of its cards or besides them';

-- The market of those who can pay by some of the methods only: one range for each set of methods that has one of them.
create index listing_market_by_methods on orders.listing (coin, side, owner_role, pay_methods, owner_rank, price_e4, id)
  where state = 'OPEN';

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
    when o.state = 'PAID' and o.paid_sealed is null then 'paid'
    when not (o.settled_quantity between 0 and o.quantity and o.state = 'FINISHED') and o.settled_quantity is not null then 'settled'
    when o.funding not in ('listing', 'locker', 'relock') then 'funding'
    when o.locker_id = o.owner_id then 'two_members'
    when not (o.payer_id = o.owner_id and o.payee_id = o.locker_id or o.payer_id = o.locker_id and o.payee_id = o.owner_id) then 'parties'
    when (o.card_id is null) = (o.pay_account_id is null) then 'paid_on'
    when (o.pay_method = 'bank') <> (o.card_id is not null) then 'pay_method'
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
