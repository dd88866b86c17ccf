-- A member looks for an old order by coin, side, day and the other side.
-- Invariants:
--   each list is a few ranges of one index, sorted as it is shown: by when the orders ended, the newest first;
--   so a page costs the same however many orders a member has had, and whichever of the filters are set.

create index orders_past_of_payer_by_coin on orders.orders (payer_id, coin, ended_at desc, id desc) where ended_at is not null;
create index orders_past_of_payee_by_coin on orders.orders (payee_id, coin, ended_at desc, id desc) where ended_at is not null;
create index orders_past_between on orders.orders (payer_id, payee_id, coin, ended_at desc, id desc) where ended_at is not null;

-- The list of ended orders was its only reader. That of payers also finds what somebody paid before.
drop index orders.orders_past_of_payee;
