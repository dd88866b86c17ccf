-- Lines that look like the beginning of a fraud, as a queue of the operators.
-- Invariants:
--   a line stands in it once, with all that it looks like, and from the transaction on that has found it;
--   a verdict says whose it is and since when; one that is found to look like something else as well is open again.

create table orders.flagged_line (
  id          bigint       generated always as identity primary key,
  order_id    bigint       not null,
  number      integer      not null,
  kinds       text[]       not null check (cardinality(kinds) > 0),
  at          timestamptz  not null default platform.app_now(),
  verdict     text         not null default 'open' check (verdict in ('open', 'seen', 'false-alarm')),
  decided_by  bigint,
  decided_at  timestamptz,
  unique (order_id, number),
  foreign key (order_id, number) references orders.thread_line,
  check ((verdict = 'open') = (decided_by is null) and (verdict = 'open') = (decided_at is null))
);
comment on table orders.flagged_line is 'never told to whoever wrote the line';

-- Each way in which the queue is read, newest first, costs a page whatever was before.
create index flagged_line_queue on orders.flagged_line (verdict, id);
create index flagged_line_account_number on orders.flagged_line (verdict, id) where kinds @> array['account-number'];
create index flagged_line_link on orders.flagged_line (verdict, id) where kinds @> array['link'];
create index flagged_line_contact on orders.flagged_line (verdict, id) where kinds @> array['contact'];
create index flagged_line_release_first on orders.flagged_line (verdict, id) where kinds @> array['release-first'];
create index flagged_line_cancel_first on orders.flagged_line (verdict, id) where kinds @> array['cancel-first'];
create index flagged_line_repeated_receipt on orders.flagged_line (verdict, id) where kinds @> array['repeated-receipt'];

insert into orders.flagged_line (order_id, number, kinds, at)
select order_id, number, suspicions, at from orders.thread_line where suspicions <> '{}' order by at, order_id, number;

-- The queue has taken its place.
drop index orders.thread_line_suspicious;

grant select, insert, update on orders.flagged_line to holdfast_app;
