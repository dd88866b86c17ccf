-- Receipts that are shown a second time, in another order. It only says so: to whoever receives the proof, and to operators.
-- Invariants:
--   a proof waits for its comparison from the commit that shows it, and is compared once;
--   a print can be read like its picture, so it is sealed; the bands say what looks alike and nothing of what is written.

alter table assets.file add column print_sealed bytea;
comment on column assets.file.print_sealed is 'how a receipt is known again: its words, cell by cell';

create table orders.proof_waiting (
  file_id   text         primary key,
  order_id  bigint       not null references orders.orders,
  at        timestamptz  not null default platform.app_now()
);
create index proof_waiting_in_order on orders.proof_waiting (at);

create table orders.proof_print (
  id        bigint  generated always as identity primary key,
  file_id   text    not null unique,
  order_id  bigint  not null references orders.orders
);
-- The newest of a band are its end: a look-up reads a few rows of each band, however many there are.
create table orders.proof_band (
  band      integer  not null,
  proof_id  bigint   not null references orders.proof_print,
  primary key (band, proof_id)
);

grant select, insert, delete on orders.proof_waiting to holdfast_app;
-- To pass over what another worker has taken.
grant update (at) on orders.proof_waiting to holdfast_app;
grant select, insert on orders.proof_print, orders.proof_band to holdfast_app;
-- What is known of a line only after it was written.
grant update (suspicions) on orders.thread_line to holdfast_app;
