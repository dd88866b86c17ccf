-- Which order a message is about, readable, so that one that something newer has been said about is known on any page and under any filter.
-- Invariants:
--   it says what the sealed data say too; who trades in which order stands readable in `orders.orders`;
--   whether a later message of the same order takes away what one has asked is one look into an index, whatever was said since.

-- Messages of before do not have it: their sealed data cannot be read here. What they ask for is over with their time.
alter table inbox.message add column order_id bigint check (order_id > 0);
create index message_order on inbox.message (member_id, order_id, type, seq) where order_id is not null;
