-- The clocks of one order are found by its number, also by a plan that was made while no order was live. By name, too, they were in the index of what is
-- due, and of two indexes that are both empty PostgreSQL took that one: each step of an order then read the clocks of all.
-- Invariants: those of 0018.

create index timer_due_at on orders.timer (due_at);
-- All clocks of this table act by now, so the name passes nothing over.
drop index orders.timer_due;
