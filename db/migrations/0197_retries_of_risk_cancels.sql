-- A listing or an order of a member who may no longer sign in that could not be ended: it waits by itself, and what else they have open is ended meanwhile.
-- Invariants: a row is of a member who is being worked through, and goes with them; it is written after a try that failed, in a transaction of its own.
-- No foreign key to the item: its check would wait for whoever holds the item's row lock, which may be why the try has failed.

create table orders.risk_cancel_retry (
  member_id  bigint       not null references orders.risk_cancel on delete cascade,
  kind       text         not null check (kind in ('listing', 'order')),
  item_id    bigint       not null,
  tries      integer      not null check (tries >= 0),
  retry_at   timestamptz  not null,
  primary key (member_id, kind, item_id)
);
comment on column orders.risk_cancel_retry.tries is 'how often it failed by a fault of its own';
comment on column orders.risk_cancel_retry.retry_at is 'not tried again before';
comment on column orders.risk_cancel.due_at is 'when they are looked at again: at once, or later because something of theirs is held or waits';

grant select, insert, update (tries, retry_at) on orders.risk_cancel_retry to holdfast_app;
