-- What a database is for, and what is forgotten of sessions.
-- Invariants:
--   a database that was seeded as a demo says so for ever, and only the owner can say it: its people have a password that everybody knows;
--   a session that ended long ago no longer says with what device and where it was.

create table platform.demo_mark (
  is_demo    boolean      primary key default true check (is_demo),
  seeded_at  timestamptz  not null default now()
);
comment on table platform.demo_mark is 'one row in a database that holds the demo world; a production server does not start on it';
grant select on platform.demo_mark to holdfast_app;

-- The sweep finds by it the sessions that still say too much, and reads no others.
create index session_described on member.session (ended_at)
  where ended_at is not null and (device_name <> '' or place <> '' or network <> '' or ended_by <> '{}');
