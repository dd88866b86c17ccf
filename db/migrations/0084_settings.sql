-- What operators change while the product runs: fees, caps and clocks, with their history and the instant from which each holds.
-- Invariants, also against whoever controls SQL on the application's connection:
--   a value is written by an administrator who is signed in; one of money or limits by two of them, one who asks and one who approves;
--   nothing starts in the past: what held at an instant that has passed never changes;
--   a row is never changed or deleted: another value is another row, and one that has not started is withdrawn by a row of its own;
--   rows become visible in the order of their ids, so the highest id says which of them a transaction sees.
-- Which names there are, their bounds and their defaults is the product's to know (`SETTINGS` of the contract): without a row its default holds.

create table platform.setting (
  id           bigint       generated always as identity primary key,
  name         text         not null check (name ~ '^[a-z]+\.[A-Za-z0-9]{1,40}$'),
  value        text         check (value ~ '^[0-9]+(,[0-9]+)*$' and char_length(value) <= 60),
  starts_at    timestamptz  not null,
  withdraws    bigint       unique references platform.setting,
  reason       text         not null check (char_length(reason) between 4 and 500),
  set_by       bigint       not null,
  set_at       timestamptz  not null default platform.app_now(),
  approved_by  bigint       check (approved_by <> set_by),
  request_id   bigint       unique,
  check ((value is null) = (withdraws is not null)),
  check ((request_id is null) = (approved_by is null)),
  check (starts_at >= set_at)
);
create index setting_of_name_by_start on platform.setting (name, starts_at desc, id desc) where withdraws is null;
create index setting_by_start on platform.setting (starts_at) where withdraws is null;
create index setting_by_name on platform.setting (name, id desc) where withdraws is null;
comment on column platform.setting.value is 'null in a row that withdraws another one, and then takes its name and start';
comment on column platform.setting.set_by is 'who asked for it, where two did it';

grant select on platform.setting to holdfast_app;

-- Commits of settings come one after the other, in the order of their ids: whoever sees the highest one sees all.
create function platform.add_setting(added platform.setting) returns bigint
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
declare
  number bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('settings', 0));
  insert into platform.setting (name, value, starts_at, withdraws, reason, set_by, approved_by, request_id)
  values (added.name, added.value, coalesce(added.starts_at, platform.app_now()), added.withdraws, added.reason, added.set_by,
    added.approved_by, added.request_id)
  returning id into number;
  return number;
end
$$;

-- A setting that one administrator may change. `starts_at`: null for now.
create function platform.set_setting(session_proof bytea, name text, value text, starts_at timestamptz, reason text) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  who bigint := operator.operator_of(session_proof, 'admin');
begin
  if name !~ '^clock\.' then
    raise exception using errcode = 'HF008', message = 'this setting needs two operators';
  end if;
  return platform.add_setting(row(null, name, value, starts_at, null, reason, who, null, null, null)::platform.setting);
end
$$;

-- Any setting, by a request of two administrators that this takes.
create function platform.set_requested_setting(asked_request bigint) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  said   jsonb := operator.take_request(asked_request, 'setting');
  asked  operator.request;
begin
  select r.* into asked
  from operator.request r join operator.operator a on a.id = r.asked_by join operator.operator d on d.id = r.decided_by
  where r.id = asked_request and a.role = 'admin' and d.role = 'admin';
  if asked.id is null then
    raise exception using errcode = 'HF008', message = 'a setting is the matter of two administrators';
  end if;
  return platform.add_setting(row(null, said->>'name', said->>'value', (said->>'startsAt')::timestamptz, null, asked.reason,
    asked.asked_by, null, asked.decided_by, asked.id)::platform.setting);
end
$$;

-- Takes a value back that has not started: what held before goes on.
create function platform.withdraw_setting(session_proof bytea, setting_id bigint, reason text) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  who      bigint := operator.operator_of(session_proof, 'admin');
  planned  platform.setting;
begin
  perform pg_advisory_xact_lock(hashtextextended('settings', 0));
  select s.* into planned from platform.setting s
  where s.id = setting_id and s.withdraws is null and s.starts_at > platform.app_now()
    and not exists (select from platform.setting w where w.withdraws = s.id);
  if planned.id is null then
    return null;
  end if;
  return platform.add_setting(row(null, planned.name, null, planned.starts_at, planned.id, reason, who, null, null, null)::platform.setting);
end
$$;

revoke all on function platform.add_setting, platform.set_setting, platform.set_requested_setting, platform.withdraw_setting from public;
grant execute on function platform.set_setting, platform.set_requested_setting, platform.withdraw_setting to holdfast_app;
