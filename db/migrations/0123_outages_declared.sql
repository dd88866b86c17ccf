-- Outages that operators declare, and what an outage leaves behind on the clocks that ran in it.

alter table orders.timer add column overlapped boolean not null default false;
comment on column orders.timer.overlapped is 'ran in a downtime: it got that time back, and its end is nobody''s fault';
comment on column orders.orders.split_at is 'since when the offer counts: when it was made, moved by what a downtime took of its time';

-- The ledger of outages, newest first.
create index downtime_outages on platform.downtime (starts_at desc) where kind = 'outage';
