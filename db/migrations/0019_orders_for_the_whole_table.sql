-- Orders, ready for every transition of the table: rows that are only added to cannot be filled in later.
-- Invariants:
--   an order says what funded its escrow, from its lock on and again at a relock: whatever returns goes by that;
--   of every order something arrives, for the fee is less than the quantity;
--   what a ruling settled is part of the quantity, and stands only on an order that is finished;
--   an event says its details, which are never changed and never missing.

alter table orders.orders
  add column funding text check (funding in ('listing', 'locker', 'relock')),
  add column settled_quantity bigint,
  add constraint orders_settled check (settled_quantity is null or (settled_quantity between 0 and quantity and state = 'FINISHED')),
  add constraint orders_something_arrives check (fee < quantity);
update orders.orders set funding = case when payee_id = owner_id then 'listing' else 'locker' end;
alter table orders.orders alter column funding set not null;
comment on column orders.orders.funding is
  'listing: a sell listing''s reserve. locker: the available balance of who locked a buy listing. relock: the payee''s available balance, the listing has no part in it';
comment on column orders.orders.settled_quantity is 'the part that a split gave the payer; null where the payer got all or nothing';

alter table orders.event
  drop constraint event_actor_check,
  add constraint event_actor_check check (actor in ('payer', 'payee', 'system', 'operator', 'risk')),
  add column detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object');
alter table orders.event alter column detail drop default;
comment on column orders.event.detail is 'packages/contract/src/orders/event-detail.ts says what each event has; no personal data';
