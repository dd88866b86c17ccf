-- Invariant: there is one time. Whatever is kept in the database and depends on time reads platform.app_now() and nothing else, so
-- that a test or a sandbox moves every deadline at once.
-- The offset is part of the function, not a row that it reads: it then costs nothing wherever it stands, in an index condition or in
-- each posting. Only the owner may move it; a production server refuses to start while it is moved.

grant usage on schema platform to holdfast_app;

-- now() is the start of the transaction: every row that one transaction writes carries the same instant.
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
