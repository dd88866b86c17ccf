-- What a member has on hold is read in pages, the next lot to be free first: one range of this index, however much a busy buyer has bought.
create index hold_lot_of_member_by_time on ledger.hold_lot (member_id, coin, due_at, order_id) where released_at is null;
drop index ledger.hold_lot_of_member;
