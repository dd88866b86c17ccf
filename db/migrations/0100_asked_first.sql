-- Listings whose owner is asked before a lock becomes an order to pay.
-- Invariant: nobody but the owner says it; an owner who is away is asked without it.

alter table orders.listing add column ask_first boolean not null default false;
