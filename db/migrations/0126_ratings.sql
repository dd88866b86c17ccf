-- What the two sides of a finished order say of each other, for a day after its end.
-- Invariants:
--   each side rates once, and what it says is never changed;
--   `shown_from` is when both have rated, or the time to rate is over: before it nobody but the rater reads the rating, and no figure counts it.

create table orders.rating (
  id          bigint       generated always as identity,
  order_id    bigint       not null references orders.orders,
  role        text         not null check (role in ('payer', 'payee')),
  rater_id    bigint       not null,
  rated_id    bigint       not null check (rated_id <> rater_id),
  stars       smallint     not null check (stars between 1 and 5),
  recommends  boolean      not null,
  tags        text[]       not null check (tags <@ '{fast,friendly,clear,slow,silent,unclear}' and cardinality(tags) <= 3),
  rated_at    timestamptz  not null default platform.app_now(),
  shown_from  timestamptz  not null,
  primary key (order_id, role)
);
-- The newest of a member, with all that an average reads.
create unique index rating_of_member on orders.rating (rated_id, id desc) include (shown_from, stars, recommends);

grant select, insert, update (shown_from) on orders.rating to holdfast_app;
