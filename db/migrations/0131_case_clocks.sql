-- The clocks of a case: by when operators answer first, rule, and by when whoever leads them takes it over.
-- Invariants:
--   a clock is a row while it runs: it goes when what it waits for has happened, when its case is closed, and when it has fired, once;
--   of one case each clock runs at most once;
--   a case that whoever leads has taken over stays theirs.

create table orders.case_timer (
  case_id     bigint       not null references orders.case_file on delete cascade,
  name        text         not null check (name in ('firstAnswer', 'ruling', 'escalation')),
  started_at  timestamptz  not null default platform.app_now(),
  due_at      timestamptz  not null,
  tries       smallint     not null default 0,
  retry_at    timestamptz,
  primary key (case_id, name)
);
create index case_timer_due on orders.case_timer (due_at);
comment on table orders.case_timer is 'clocks of open cases; the case itself says what was promised, also when it is over';

alter table orders.case_file add column escalated_at timestamptz;
comment on column orders.case_file.escalated_at is 'since when it is with whoever leads the operators';

grant select, insert, update, delete on orders.case_timer to holdfast_app;

insert into orders.case_timer (case_id, name, started_at, due_at)
select c.id, clock.name, c.opened_at, clock.due_at
from orders.case_file c, lateral (values ('firstAnswer', c.first_answer_due_at), ('ruling', c.ruling_due_at), ('escalation', c.escalates_at)) clock (name, due_at)
where c.closed_at is null and (clock.name <> 'firstAnswer' or c.first_answered_at is null);

-- When so much time of service has passed since then: what begins in the evening ends the next day.
create function orders.due_in_service(since timestamptz, length interval, opens time, closes time) returns timestamptz
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  with here as (
    select since at time zone 'Asia/Taipei' as at
  ), begun as (
    select case when at::time < opens then at::date + opens when at::time >= closes then at::date + 1 + opens else at end as at from here
  )
  select (case when at + length <= at::date + closes then at + length else at::date + 1 + opens + (at + length - (at::date + closes)) end)
    at time zone 'Asia/Taipei'
  from begun
$$;
revoke all on function orders.due_in_service from public;
grant execute on function orders.due_in_service to holdfast_app;
