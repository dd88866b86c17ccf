-- When the product stands still: a maintenance, or an outage that operators declare. Deadlines do not fire meanwhile, and move when it is over.
-- Invariants:
--   two downtimes never overlap, so no deadline is moved twice for the same minute;
--   a downtime is settled once: in the transaction that moves the deadlines by its length.

create table platform.downtime (
  id          bigint       generated always as identity primary key,
  kind        text         not null check (kind in ('maintenance', 'outage')),
  starts_at   timestamptz  not null,
  ends_at     timestamptz  not null,
  settled_at  timestamptz,
  check (starts_at < ends_at),
  check (settled_at >= ends_at),
  exclude using gist (tstzrange(starts_at, ends_at) with &&)
);
-- The one or two that are planned, running or not settled yet; each firing of a deadline looks here.
create index downtime_open on platform.downtime (starts_at) where settled_at is null;
comment on column platform.downtime.settled_at is 'when the deadlines were moved';

insert into platform.downtime (kind, starts_at, ends_at)
select 'maintenance', (value ->> 'from')::timestamptz, (value ->> 'until')::timestamptz
from platform.setting where name = 'maintenance' and (value ->> 'until')::timestamptz > platform.app_now();
-- It held nothing else.
drop table platform.setting;

grant select, insert, update, delete on platform.downtime to holdfast_app;
