-- What operators are told at once: that an order has changed which they look at, that the board has, that a session of theirs has ended.
-- Invariants:
--   a hint of an order names it, one of a session's end names whose it was, and one of the board names neither;
--   hints hold no more than that, and are gone once they were published.

-- Of an order that a member is told of: whoever looks at that order at the console is told as well, without a row of its own.
alter table platform.outbox add column order_id bigint;
comment on column platform.outbox.order_id is 'of which order, where operators who look at it are told too';

create table platform.operator_hint (
  id           bigint       generated always as identity primary key,
  topic        text         not null check (topic in ('orders', 'board', 'ended')),
  order_id     bigint,
  operator_id  bigint,
  created_at   timestamptz  not null default now(),
  check ((topic = 'orders') = (order_id is not null)),
  check ((topic = 'ended') = (operator_id is not null))
);
comment on table platform.operator_hint is 'hints for operators that no member is told of';

grant select, insert, update, delete on platform.operator_hint to holdfast_app;
