--! breaking: processes of the old version neither end a sold-out listing nor keep the figures of its owner
-- What the market and a member's own lists read, kept where it changes instead of being counted where it is shown.
-- Invariants:
--   a listing has ended exactly when its state says so, and one that has not ended has something left or locked: a listing whose last order took
--   the last of it is SOLD_OUT;
--   a trader's `releases` are the seconds from "paid" to release of the newest sales, the oldest first, and `release_seconds` is their median;
--   `orders.traded` counts the finished orders of two members, whoever of them paid.

alter table orders.listing drop constraint listing_state_check, drop constraint listing_check3;
update orders.listing l
set state = 'SOLD_OUT',
    ended_at = coalesce((select max(o.ended_at) from orders.orders o where o.listing_id = l.id), platform.app_now())
where l.state in ('OPEN', 'PAUSED', 'FILLED') and l.remaining = 0 and l.locked = 0;
alter table orders.listing
  add constraint listing_state_check check (state in ('OPEN', 'PAUSED', 'FILLED', 'SOLD_OUT', 'CLOSED', 'EXPIRED', 'SUSPENDED')),
  add constraint listing_end_check check ((ended_at is null) = (state in ('OPEN', 'PAUSED', 'FILLED'))),
  add constraint listing_rest_check check (case when ended_at is null then remaining + locked > 0 else remaining = 0 end);

-- Each list is one range of one index. The column that only an end writes, so that a lock touches neither.
drop index orders.listing_of_owner;
create index listing_live_of_owner on orders.listing (owner_id, id desc) where ended_at is null;
create index listing_ended_of_owner on orders.listing (owner_id, id desc) where ended_at is not null;
create index orders_past_of_payer on orders.orders (payer_id, id desc) where ended_at is not null;
create index orders_past_of_payee on orders.orders (payee_id, id desc) where ended_at is not null;
drop index orders.orders_of_payer, orders.orders_of_payee;

alter table orders.trader
  add column releases integer[] not null default '{}' check (cardinality(releases) <= 50),
  add column release_seconds integer check ((release_seconds is null) = (releases = '{}'));
comment on column orders.trader.release_seconds is 'median of `releases`: it says how fast the member lets go now, and costs the same after any number of sales';

create table orders.traded (
  low_id    bigint   not null,
  high_id   bigint   not null,
  finished  integer  not null check (finished > 0),
  primary key (low_id, high_id),
  check (low_id < high_id)
);
grant select, insert, update on orders.traded to holdfast_app;

insert into orders.traded (low_id, high_id, finished)
select least(payer_id, payee_id), greatest(payer_id, payee_id), count(*)
from orders.orders where state = 'FINISHED' group by 1, 2;
update orders.trader t
set releases = r.seconds, release_seconds = r.median
from (
  select payee_id, array_agg(seconds order by id) as seconds, percentile_cont(0.5) within group (order by seconds)::integer as median
  from (
    select id, payee_id, extract(epoch from ended_at - paid_at)::integer as seconds,
      row_number() over (partition by payee_id order by id desc) as age
    from orders.orders where state = 'FINISHED' and paid_at is not null
  ) o where age <= 50 group by payee_id
) r
where r.payee_id = t.member_id;
drop index orders.orders_finished_between;
