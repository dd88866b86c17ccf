-- Members who may no longer sign in, until their listings are suspended and their orders that nobody has paid are cancelled. A worker does
-- this, each listing and each order in a transaction of its own.
-- Invariants: a row goes in the transaction that finds nothing left to do. `due_at` moves only after a failure.

create table orders.risk_cancel (
  member_id  bigint       primary key,
  due_at     timestamptz  not null default platform.app_now()
);

grant select, insert, update (due_at), delete on orders.risk_cancel to holdfast_app;
