--! breaking: processes of the version before would show private listings in their market, and lock them for everybody
-- A listing can be shared by a link, and can be private: it then stands in no market, and only who has its link opens and locks it.
-- Invariants:
--   a listing has at most one link that opens it; of an earlier one only the hash stays, so that it can be said to have been replaced;
--   a link is found by its keyed hash; what its owner gives to others (the token, and the password where there is one) lies sealed.

alter table orders.listing add column is_private boolean not null default false;
comment on column orders.listing.is_private is 'only who has its link can open and lock it';

create table orders.listing_link (
  id               bigint       primary key generated always as identity,
  listing_id       bigint       not null references orders.listing,
  token_hash       bytea        not null check (octet_length(token_hash) = 32),
  token_sealed     bytea,
  password_sealed  bytea,
  made_at          timestamptz  not null default platform.app_now(),
  ended_at         timestamptz,
  check ((token_sealed is null) = (ended_at is not null)),
  check (password_sealed is null or ended_at is null)
);
create unique index listing_link_token on orders.listing_link (token_hash);
create unique index listing_link_present on orders.listing_link (listing_id) where ended_at is null;
create index listing_link_earlier on orders.listing_link (listing_id, id desc) where ended_at is not null;
grant select, insert, delete on orders.listing_link to holdfast_app;
grant update (token_sealed, password_sealed, ended_at) on orders.listing_link to holdfast_app;

-- The market and the best offer are ranges of these: whatever is private costs them nothing.
drop index orders.listing_market, orders.listing_market_by_methods, orders.listing_market_by_level,
  orders.listing_market_by_methods_and_level, orders.listing_by_price;
create index listing_market on orders.listing (coin, side, owner_role, owner_rank, (case side when 'buy' then -price_e4 else price_e4 end), id)
  where state = 'OPEN' and not is_private and not is_out_of_hours;
create index listing_market_by_methods on orders.listing (coin, side, owner_role, pay_methods, owner_rank, (case side when 'buy' then -price_e4 else price_e4 end), id)
  where state = 'OPEN' and not is_private and not is_out_of_hours;
create index listing_market_by_level on orders.listing (coin, side, owner_role, owner_level, owner_rank, (case side when 'buy' then -price_e4 else price_e4 end), id)
  where state = 'OPEN' and not is_private and not is_out_of_hours;
create index listing_market_by_methods_and_level
  on orders.listing (coin, side, owner_role, pay_methods, owner_level, owner_rank, (case side when 'buy' then -price_e4 else price_e4 end), id)
  where state = 'OPEN' and not is_private and not is_out_of_hours;
create index listing_by_price on orders.listing (coin, side, (case side when 'buy' then -price_e4 else price_e4 end), id)
  where state = 'OPEN' and not is_private and not is_out_of_hours;
