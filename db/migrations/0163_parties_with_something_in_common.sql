-- Orders whose two parties have a device, an account to be paid on or a contact in common. It only tells operators.
-- Invariants:
--   an order waits for its look from the commit of its lock, and is looked at once;
--   it stands in the queue once, with all that the two have in common; a verdict says whose it is and since when.

create table orders.parties_waiting (
  order_id  bigint       primary key,
  at        timestamptz  not null default platform.app_now()
);
create index parties_waiting_in_order on orders.parties_waiting (at);
comment on table orders.parties_waiting is 'no foreign key: the lock that writes it is busy, and a row lives for seconds';

create table orders.flagged_parties (
  id          bigint       generated always as identity primary key,
  order_id    bigint       not null unique references orders.orders,
  kinds       text[]       not null check (cardinality(kinds) > 0 and kinds <@ array['device', 'account', 'contact']),
  at          timestamptz  not null default platform.app_now(),
  verdict     text         not null default 'open' check (verdict in ('open', 'seen', 'false-alarm')),
  decided_by  bigint,
  decided_at  timestamptz,
  check ((verdict = 'open') = (decided_by is null) and (verdict = 'open') = (decided_at is null))
);
comment on table orders.flagged_parties is 'never told to the parties';
create index flagged_parties_queue on orders.flagged_parties (verdict, id);

grant select, insert, delete on orders.parties_waiting to holdfast_app;
-- To pass over what another worker has taken.
grant update (at) on orders.parties_waiting to holdfast_app;
grant select, insert, update (verdict, decided_by, decided_at) on orders.flagged_parties to holdfast_app;
