-- The ground that every area stands on: the clock, the settings, the audit trail.
-- Invariants:
--   there is one time: whatever is kept in the database and depends on time reads platform.app_now() and nothing else, so that a test or a
--   sandbox moves every deadline at once;
--   a line of the audit trail is never changed or removed by the application.

grant usage on schema platform to holdfast_app; -- the migrator created it for its own records

-- now() is the start of the transaction: every row that one transaction writes carries the same instant.
-- The offset is part of the function, not a row that it reads: it then costs nothing wherever it stands, in an index condition or in
-- each posting. Only the owner may move it; a production server refuses to start while it is moved.
create function platform.app_now() returns timestamptz
  language sql stable parallel safe
  return now() + interval '0';

create function platform.set_clock(ahead interval) returns void
  language plpgsql
  set search_path = ''
as $$
begin
  execute format('create or replace function platform.app_now() returns timestamptz
    language sql stable parallel safe return now() + interval %L', ahead);
end
$$;
revoke all on function platform.set_clock from public;
comment on function platform.set_clock is 'how far the product''s time is ahead of the server''s: 0 everywhere but in tests and sandboxes';

-- What operators switch while the product runs. Every process reads it every few seconds.
create table platform.setting (
  name        text         primary key,
  value       jsonb        not null,
  changed_at  timestamptz  not null default now()
);

-- Who looked at or did something that must leave a trace.
create table platform.audit (
  id       bigint       generated always as identity primary key,
  at       timestamptz  not null default now(),
  actor    text         not null,
  action   text         not null,
  subject  text         not null,
  detail   jsonb        not null default '{}'
);

grant select, insert, update, delete on platform.setting to holdfast_app;
grant select, insert on platform.audit to holdfast_app;
