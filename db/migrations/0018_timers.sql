--! breaking: processes of the old version read deadlines from the order's row
-- The clocks of orders, each a row: several run at once, and one may stand still while another runs.
-- Invariants:
--   a clock of an order runs or is paused, never both, and there is one of each name;
--   a clock is changed under its order's row lock, by the transition that changes the order, or moved with all others at the end of a downtime;
--   an ended order has no clock, a live one has that of its state.

create table orders.timer (
  order_id     bigint       not null references orders.orders,
  name         text         not null check (name in ('accept', 'remindExtend', 'pay', 'grace', 'ackReminder', 'ack', 'cancelAck', 'self',
                              'firstAnswer', 'ruling', 'escalation')),
  started_at   timestamptz  not null default platform.app_now(),
  due_at       timestamptz,
  paused_left  interval     check (paused_left >= interval '0'),
  tries        smallint     not null default 0 check (tries >= 0),
  retry_at     timestamptz,
  primary key (order_id, name),
  check ((due_at is null) <> (paused_left is null))
);
-- What is due, oldest first. The name is in it because nothing acts on some clocks yet: those are passed over without a look at their rows.
create index timer_due on orders.timer (due_at, name);
comment on column orders.timer.paused_left is 'what is left of a clock that stands still';
comment on column orders.timer.tries is 'how often firing it failed by a fault of its own';
comment on column orders.timer.retry_at is 'not fired before, after a try that failed';

insert into orders.timer (order_id, name, started_at, due_at)
select id,
  case state when 'ACCEPT_WAIT' then 'accept' when 'LOCKED' then 'pay' when 'GRACE' then 'grace' when 'PAID' then 'ack'
    when 'STUCK_SELF' then 'self' else 'ruling' end,
  coalesce(duty_since, locked_at), deadline_at
from orders.orders where ended_at is null;

-- With it go its index and the checks that named it.
alter table orders.orders drop column deadline_at;

grant select, insert, update, delete on orders.timer to holdfast_app;
