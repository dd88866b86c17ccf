-- What operators see of today at a glance. A worker counts the little that is open, and the hour that runs; whoever looks reads a few rows,
-- however long the product's history is.
create schema dashboard;
grant usage on schema dashboard to holdfast_app;

-- One row: when the worker has measured last, which is also whose turn it is.
create table dashboard.measured (
  one  boolean      primary key default true check (one),
  at   timestamptz  not null
);
insert into dashboard.measured (at) values ('-infinity');

create table dashboard.gauge (
  area       text         not null check (area in ('review', 'order')),
  name       text         not null,
  -- How old what is counted is; '' where that does not matter.
  age        text         not null default '' check (age in ('', 'hour', 'waiting', 'late')),
  count      integer      not null check (count > 0),
  oldest_at  timestamptz,
  primary key (area, name, age)
);

create table dashboard.hourly (
  name   text         not null check (name in ('sign-in', 'sign-in-refused')),
  hour   timestamptz  not null check (hour = date_trunc('hour', hour)),
  count  integer      not null check (count >= 0),
  primary key (name, hour)
);
comment on table dashboard.hourly is 'what happened in an hour; the one that runs and the one before are counted anew, so a late commit is not missed';

grant select, update on dashboard.measured to holdfast_app;
grant select, insert, delete on dashboard.gauge to holdfast_app;
grant select, insert, update, delete on dashboard.hourly to holdfast_app;
