-- When a worker was last there: a gap is an outage, and deadlines do not run in it.
-- Invariant: the time of a beat is the machine's, never the shifted one of a test, and only goes on.

create table platform.heartbeat (
  is_row   boolean      primary key default true check (is_row),
  beat_at  timestamptz  not null
);
comment on table platform.heartbeat is 'one row; none before the first worker';

grant select, insert, update on platform.heartbeat to holdfast_app;
