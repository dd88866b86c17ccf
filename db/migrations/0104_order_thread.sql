-- The thread of an order: what the two sides write and show to each other, and what has happened, as lines of one row.
-- Invariants:
--   lines are numbered 1, 2, 3 … in each order, in the order of their commits, and none is ever changed or taken away;
--   each side has a number of lines of its own, so nobody can use up the other one's;
--   what somebody has seen only ever goes forward, and what is unread is what others have written since.

create table orders.thread (
  order_id        bigint       primary key references orders.orders,
  lines           integer      not null check (lines > 0),
  payer_lines     integer      not null default 0 check (payer_lines >= 0),
  payee_lines     integer      not null default 0 check (payee_lines >= 0),
  payer_saw       integer      not null default 0 check (payer_saw between 0 and lines),
  payee_saw       integer      not null default 0 check (payee_saw between 0 and lines),
  payer_unread    integer      not null default 0 check (payer_unread between 0 and lines),
  payee_unread    integer      not null default 0 check (payee_unread between 0 and lines),
  payer_told_at   timestamptz,
  payee_told_at   timestamptz
);
comment on column orders.thread.payer_saw is 'the last line that the payer has seen';
comment on column orders.thread.payer_told_at is 'when a notice of a new line last went to the payer: they keep a gap';

create table orders.thread_line (
  order_id       bigint       not null references orders.orders,
  number         integer      not null check (number > 0),
  author         text         not null check (author in ('payer', 'payee', 'operator', 'system')),
  author_id      bigint,
  kind           text         not null check (kind in ('message', 'file', 'proof', 'event')),
  text_sealed    bytea,
  file_id        text,
  file_type      text,
  file_bytes     integer,
  event          text,
  event_version  integer,
  suspicions     text[]       not null default '{}',
  at             timestamptz  not null default platform.app_now(),
  primary key (order_id, number),
  foreign key (order_id, event_version) references orders.event (order_id, version),
  check ((kind = 'message') = (text_sealed is not null)),
  check ((kind in ('file', 'proof')) = (file_id is not null)),
  check ((file_id is null) = (file_type is null) and (file_id is null) = (file_bytes is null)),
  check ((kind = 'event') = (event is not null) and (event is null) = (event_version is null)),
  check (kind = 'event' or author_id is not null)
);
comment on column orders.thread_line.file_type is 'as the file has it: a file that a line names is never changed';
comment on column orders.thread_line.author_id is 'the member or the operator';
comment on column orders.thread_line.event_version is 'the event of the order that the line tells of';
-- What operators look for.
create index thread_line_suspicious on orders.thread_line (order_id, number) where suspicions <> '{}';

grant select, insert on orders.thread_line to holdfast_app;
grant select, insert, update on orders.thread to holdfast_app;
-- Sealed columns change with the keys alone.
grant update (text_sealed) on orders.thread_line to holdfast_app;

-- A line changes what the room shows and nothing else.
alter table platform.outbox drop constraint outbox_topic_check;
alter table platform.outbox add constraint outbox_topic_check
  check (topic in ('inbox', 'orders', 'thread', 'balance', 'listings', 'market', 'profile', 'ended'));
