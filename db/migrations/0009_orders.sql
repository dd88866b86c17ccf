-- Listings and orders: the escrowed trade between two members.
-- Invariants, together with the ledger:
--   a sell listing's `remaining` is what its owner has in listing_reserve for it while it is OPEN, PAUSED or FILLED;
--   `locked` is the sum of its live orders, each of which holds exactly that in its own escrow account;
--   every change of an order is one event row whose version is the order's new version, so a transition happens once;
--   an ended order has no deadline, a live one always has.

create schema orders;
grant usage on schema orders to holdfast_app;

create table orders.listing (
  id                  bigint       generated always as identity primary key,
  owner_id            bigint       not null,
  version             integer      not null default 1 check (version > 0),
  side                text         not null check (side in ('sell', 'buy')),
  coin                text         not null check (coin in ('TWD', 'USDT')),
  state               text         not null check (state in ('OPEN', 'PAUSED', 'FILLED', 'CLOSED', 'EXPIRED', 'SUSPENDED')),
  quantity            bigint       not null check (quantity > 0),
  remaining           bigint       not null check (remaining >= 0),
  locked              bigint       not null default 0 check (locked >= 0),
  price_e4            bigint       not null check (price_e4 between 1 and 99990000),
  min_quantity        bigint       not null check (min_quantity > 0),
  max_quantity        bigint       not null,
  pay_window_minutes  smallint     not null check (pay_window_minutes in (15, 20, 30, 45, 60)),
  card_ids            bigint[]     not null check (cardinality(card_ids) between 1 and 5),
  multi_locks         boolean      not null default false,
  created_at          timestamptz  not null default platform.app_now(),
  ended_at            timestamptz,
  check (min_quantity <= max_quantity and max_quantity <= quantity),
  check (remaining + locked <= quantity),
  check (state <> 'FILLED' or remaining = 0),
  check (state not in ('CLOSED', 'EXPIRED', 'SUSPENDED') or remaining = 0)
);
create index listing_of_owner on orders.listing (owner_id, id desc);
-- The market in the order in which it is shown.
create index listing_market on orders.listing (coin, side, price_e4, id) where state = 'OPEN';
comment on column orders.listing.version is 'changes when the terms or the state change by somebody''s will, not with every lock';

-- One row per member who trades: the counters that caps and seller cards read, changed by conditional updates only.
create table orders.trader (
  member_id   bigint       primary key,
  live_locks  integer      not null default 0 check (live_locks >= 0),
  finished    integer      not null default 0 check (finished >= 0),
  ended       integer      not null default 0 check (ended >= finished)
);

create table orders.orders (
  id                  bigint       generated always as identity primary key,
  serial_no           text         not null unique,
  listing_id          bigint       not null references orders.listing,
  listing_version     integer      not null,
  owner_id            bigint       not null,
  locker_id           bigint       not null check (locker_id <> owner_id),
  payer_id            bigint       not null,
  payee_id            bigint       not null,
  coin                text         not null check (coin in ('TWD', 'USDT')),
  quantity            bigint       not null check (quantity > 0),
  price_e4            bigint       not null,
  pay_twd             bigint       not null check (pay_twd > 0),
  fee_bp              smallint     not null check (fee_bp between 0 and 1000),
  fee                 bigint       not null check (fee >= 0 and fee <= quantity),
  pay_window_minutes  smallint     not null,
  card_id             bigint       not null,
  state               text         not null check (state in ('ACCEPT_WAIT', 'LOCKED', 'GRACE', 'PAID', 'STUCK_SELF', 'STUCK_CASE',
                                    'FINISHED', 'CANCELLED', 'AUTO_CANCELLED', 'FORCE_CANCELLED')),
  previous_state      text,
  version             integer      not null default 1 check (version > 0),
  fault               text         check (fault in ('payer', 'payee', 'none', 'undecided')),
  resolution          text         check (resolution in ('parties', 'timeout', 'operator', 'risk')),
  late                boolean      not null default false,
  cancel_reason       text,
  paid                jsonb,
  duty_since          timestamptz,
  deadline_at         timestamptz,
  locked_at           timestamptz  not null default platform.app_now(),
  paid_at             timestamptz,
  ended_at            timestamptz,
  check ((payer_id = owner_id and payee_id = locker_id) or (payer_id = locker_id and payee_id = owner_id)),
  check ((ended_at is null) = (state not in ('FINISHED', 'CANCELLED', 'AUTO_CANCELLED', 'FORCE_CANCELLED'))),
  check ((deadline_at is null) = (ended_at is not null)),
  check ((resolution is null) = (ended_at is null)),
  check (state not in ('PAID') or paid is not null)
);
-- The lists that people look at all day: each is one short range of one index, however many orders a merchant has had.
create index orders_of_payer on orders.orders (payer_id, id desc);
create index orders_of_payee on orders.orders (payee_id, id desc);
-- The few orders of a member that run now, among the many that are over.
create index orders_live_of_payer on orders.orders (payer_id, id desc) where ended_at is null;
create index orders_live_of_payee on orders.orders (payee_id, id desc) where ended_at is null;
-- Whether two members have traded before, either way round.
create index orders_finished_between on orders.orders (payee_id, payer_id) where state = 'FINISHED';
-- The deadlines that fire today: nothing acts on PAID yet, so nothing may find it here.
create index orders_due on orders.orders (deadline_at) where state in ('LOCKED', 'GRACE');
-- There is none by listing: a listing's live orders are the sum in its own `locked`.

create table orders.event (
  order_id    bigint       not null references orders.orders,
  version     integer      not null,
  transition  text         not null,
  event       text         not null,
  actor       text         not null check (actor in ('payer', 'payee', 'system', 'operator')),
  actor_id    bigint,
  from_state  text,
  to_state    text         not null,
  at          timestamptz  not null default platform.app_now(),
  primary key (order_id, version)
);

grant select, insert, update on orders.listing, orders.trader, orders.orders to holdfast_app;
grant select, insert on orders.event to holdfast_app;
-- The serial number is made of the id, so the application draws the id itself.
grant usage on sequence orders.orders_id_seq to holdfast_app;
