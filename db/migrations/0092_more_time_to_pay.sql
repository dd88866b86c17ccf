-- More time to pay: what the payee has given, and what the payer has asked for.
-- Invariants:
--   an order is extended at most twice, by at most 60 minutes together;
--   what the payer asks for stands until the payee gives time or the time to pay is over, so it is asked once for each of them.
-- The limits are those of types and not of the order's row: that has one CHECK, which every write to an order reads.

create domain orders.extension_count as smallint check (value between 0 and 2);
create domain orders.extension_minutes as smallint check (value between 0 and 60);
create domain orders.asked_minutes as smallint check (value in (10, 15, 30));

alter table orders.orders
  add column extension_count orders.extension_count not null default 0,
  add column extension_minutes orders.extension_minutes not null default 0,
  add column asked_minutes orders.asked_minutes;
comment on column orders.orders.asked_minutes is 'how much more time the payer asks for; null when nothing is asked or it was answered';
