-- Of each push service the delivery that has waited longest, read by one step of an index: lag as a metric and for operators.

drop index platform.delivery_waiting;
create index delivery_waiting on platform.delivery (carrier, lane, waiting_since) where due_at is not null;
