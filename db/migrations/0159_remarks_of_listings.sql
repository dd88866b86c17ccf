-- What the owner of a listing says to whoever reads it.
-- Invariants:
--   the text of a remark never changes: an order names the one that its listing had when it was locked, whatever the listing says later;
--   one that was taken down is shown to nobody, in no listing and no order; its text stays, for operators and as what its owner may not publish again.

create table orders.remark (
  id               bigint       primary key generated always as identity,
  owner_id         bigint       not null,
  text             text         not null check (char_length(text) between 1 and 240),
  kinds            text[]       not null,
  state            text         not null check (state in ('unseen', 'open', 'kept', 'removed')),
  removed_because  text         check (removed_because in ('contact', 'misleading', 'offensive', 'other')),
  made_at          timestamptz  not null default platform.app_now(),
  decided_by       bigint,
  decided_at       timestamptz,
  check ((state = 'removed') = (removed_because is not null)),
  check ((state in ('kept', 'removed')) = (decided_by is not null and decided_at is not null))
);
comment on column orders.remark.state is 'unseen: nothing in it asks for a look; open: it waits for one';
create index remark_open on orders.remark (id desc) where state = 'open';
create index remark_removed on orders.remark (owner_id) where state = 'removed';
grant select, insert on orders.remark to holdfast_app;
grant update (state, removed_because, decided_by, decided_at) on orders.remark to holdfast_app;

alter table orders.listing add column remark_id bigint references orders.remark;
alter table orders.orders add column remark_id bigint references orders.remark;
