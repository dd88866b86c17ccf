-- Invariant: there is one time. Whatever is kept in the database and depends on time reads platform.app_now() and nothing else, so
-- that a test or a sandbox moves every deadline at once by moving one row.
-- Only the owner may move it; a production server refuses to start while it is moved.

grant usage on schema platform to holdfast_app;

create table platform.clock (
  only_row  boolean   primary key default true check (only_row),
  ahead     interval  not null default interval '0'
);
insert into platform.clock default values;
grant select on platform.clock to holdfast_app;
comment on column platform.clock.ahead is 'how far the product''s time is ahead of the server''s: 0 everywhere but in tests and sandboxes';

-- now() is the start of the transaction: every row that one transaction writes carries the same instant.
create function platform.app_now() returns timestamptz
  language sql stable parallel safe
  return now() + (select ahead from platform.clock);
