--! breaking: processes of the old version list offers without these ranks, and let nobody lock more or less than the level says
-- The order of the market, and what one member may lock.
-- Invariants:
--   a rank is a sort code plus its offset and lies within 0..9999; the lower one comes first;
--   an open listing carries the role and the rank of its owner, so that the market is a range of one index for each role;
--   `trader.role` is `member.role`: both are written in one transaction.

alter table orders.trader
  add column role         text      not null default 'member' check (role in ('member', 'merchant')),
  add column sort_code    smallint  not null default 1000 check (sort_code between 0 and 9999),
  add column sort_offset  smallint  not null default 0,
  add column locks_max    smallint  check (locks_max between 0 and 50),
  add column multi_locks  boolean   not null default false,
  add constraint trader_rank check (sort_code + sort_offset between 0 and 9999);
comment on column orders.trader.locks_max is 'orders in progress that an operator allows this member; null: what the level says';
comment on column orders.trader.multi_locks is 'listings of this member take several lockers at once';

create table orders.role_rank (
  role         text         primary key check (role in ('member', 'merchant')),
  sort_code    smallint     not null default 1000 check (sort_code between 0 and 9999),
  sort_offset  smallint     not null default 0,
  changed_by   bigint,
  changed_at   timestamptz,
  check (sort_code + sort_offset between 0 and 9999),
  check ((changed_by is null) = (changed_at is null))
);
insert into orders.role_rank (role) values ('member'), ('merchant');
grant select, update on orders.role_rank to holdfast_app;

alter table orders.listing
  add column owner_role  text      not null default 'member' check (owner_role in ('member', 'merchant')),
  add column owner_rank  smallint  not null default 1000 check (owner_rank between 0 and 9999);

insert into orders.trader (member_id, role) select id, role from member.member where role <> 'member'
on conflict (member_id) do update set role = excluded.role;
update orders.listing l set owner_role = t.role
from orders.trader t where t.member_id = l.owner_id and t.role <> 'member' and l.ended_at is null;

drop index orders.listing_market;
create index listing_market on orders.listing (coin, side, owner_role, owner_rank, price_e4, id) where state = 'OPEN';
