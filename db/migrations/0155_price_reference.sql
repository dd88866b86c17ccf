-- What coins were traded at lately, and the reference of each that follows from it.
-- Invariants:
--   two members have one last price of a coin, whichever of them paid, so however often they trade with each other they are one voice;
--   a reference is computed from these rows alone, never from listings, which anybody can publish.

create table orders.last_price (
  coin      text         not null check (coin in ('TWD', 'USDT')),
  low_id    bigint       not null,
  high_id   bigint       not null,
  price_e4  bigint       not null check (price_e4 between 1 and 99990000),
  at        timestamptz  not null,
  primary key (coin, low_id, high_id),
  check (low_id < high_id)
);
create index last_price_newest on orders.last_price (coin, at desc);
grant select, insert, update, delete on orders.last_price to holdfast_app;

create table orders.price_reference (
  coin         text         primary key check (coin in ('TWD', 'USDT')),
  price_e4     bigint       check (price_e4 between 1 and 99990000),
  trades       integer      not null check (trades >= 0),
  newest_at    timestamptz,
  measured_at  timestamptz  not null,
  check (num_nulls(price_e4, newest_at) in (0, 2)),
  check ((price_e4 is null) = (trades = 0))
);
comment on column orders.price_reference.price_e4 is 'null: too few members have traded lately';
grant select, insert, update on orders.price_reference to holdfast_app;

insert into orders.last_price (coin, low_id, high_id, price_e4, at)
select distinct on (coin, low_id, high_id) coin, low_id, high_id, price_e4, ended_at
from orders.orders, least(payer_id, payee_id) low_id, greatest(payer_id, payee_id) high_id
where coin = 'USDT' and state = 'FINISHED' and resolution = 'parties' and settled_quantity is null and pay_twd >= 500
  and ended_at > platform.app_now() - interval '7 days'
order by coin, low_id, high_id, ended_at desc;
