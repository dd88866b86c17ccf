-- Remarks are told apart by their words, not by their rows.
-- Invariants:
--   operators decide on the words of an owner: whatever row says the same is kept or taken down with it;
--   an owner has a bounded number of rows that wait for operators, and none of them is said by no listing and kept by no order;
--   to find the row of some words, and whether anything names a row, reads one entry of an index, however much an owner has said.
-- Processes of the version before live with it: they decide on one row as before, and what they store in several rows is decided by its words later.

alter table orders.remark drop constraint remark_state_check;
alter table orders.remark add constraint remark_state_check check (state in ('unseen', 'open', 'kept', 'removed', 'withdrawn'));
comment on column orders.remark.state is
  'unseen: nothing in it asks for a look; open: it waits for one; withdrawn: its owner has replaced it before anybody looked';

drop index orders.remark_removed;
create index remark_of_owner on orders.remark (owner_id, text, id desc);
create index remark_open_of_owner on orders.remark (owner_id) where state = 'open';
create index listing_remark on orders.listing (remark_id) where remark_id is not null;
create index orders_remark on orders.orders (remark_id) where remark_id is not null;

-- What was taken down in one row and is still said in another one.
update orders.remark r
set state = 'removed', removed_because = d.removed_because, decided_by = d.decided_by, decided_at = d.decided_at
from (
  select distinct on (owner_id, text) owner_id, text, removed_because, decided_by, decided_at
  from orders.remark where state = 'removed' order by owner_id, text, id
) d
where r.owner_id = d.owner_id and r.text = d.text and r.state <> 'removed';

update orders.remark r set state = 'withdrawn'
where state = 'open' and not exists (select from orders.listing where remark_id = r.id)
  and not exists (select from orders.orders where remark_id = r.id);
