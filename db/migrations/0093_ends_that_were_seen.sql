-- Which side has seen the end of its order: it is told of it no more, and may rate the other one.
-- Invariant: each side reports an end once, and only of its own order.

create table orders.end_seen (
  order_id  bigint       not null references orders.orders,
  role      text         not null check (role in ('payer', 'payee')),
  seen_at   timestamptz  not null default platform.app_now(),
  primary key (order_id, role)
);

grant select, insert on orders.end_seen to holdfast_app;
