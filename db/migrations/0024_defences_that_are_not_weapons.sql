--! breaking: processes of the old version count codes and failed sign-ins in tables that are gone
-- Limits that a stranger cannot turn against a member.
-- Invariants:
--   a bucket leaks at a constant rate, so what others have poured in is gone by itself; whatever is refused pours nothing;
--   an install is known to an account from a sign-in on it until ten wrong passwords, a recovery, a freeze or its removal;
--   codes are limited by pool: what one kind of caller has asked for leaves the codes of the others alone.

create table platform.bucket (
  key       bytea             primary key check (octet_length(key) = 32),
  level     double precision  not null check (level >= 0),
  leak      double precision  not null check (leak > 0), -- a second
  at        timestamptz       not null, -- of the level
  empty_at  timestamptz       not null
);
create index bucket_empty_at on platform.bucket (empty_at);
comment on column platform.bucket.key is 'keyed hash of what is counted: a network, an account, a block of numbers';
grant select, insert, update, delete on platform.bucket to holdfast_app;

-- Pours `weight` into each bucket: into all of them, or, where one has no room, into none. `is_soft`: into all of them in any case, none
-- beyond its brim. Answers each level before, in the order of the names, and the seconds until there is room. Rows are locked in the order of their keys.
create function platform.pour(names bytea[], capacities double precision[], leaks double precision[], weight double precision, is_soft boolean)
returns table (was double precision, wait double precision)
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  fits boolean;
begin
  insert into platform.bucket as b (key, level, leak, at, empty_at)
  select t.name, 0, t.leak, platform.app_now(), platform.app_now()
  from unnest(names, leaks) as t(name, leak) order by t.name
  on conflict (key) do update
  set level = greatest(0, b.level - excluded.leak * greatest(0, extract(epoch from excluded.at - b.at))),
      leak = excluded.leak, at = excluded.at;
  select is_soft or bool_and(b.level + weight <= t.capacity) into fits
  from unnest(names, capacities) as t(name, capacity) join platform.bucket b on b.key = t.name;
  return query
    select b.level, case when b.level + weight <= t.capacity then 0 else (b.level + weight - t.capacity) / b.leak end
    from unnest(names, capacities) with ordinality as t(name, capacity, place) join platform.bucket b on b.key = t.name
    order by t.place;
  if fits then
    update platform.bucket b
    set level = least(t.capacity, b.level + weight),
        empty_at = b.at + make_interval(secs => least(t.capacity, b.level + weight) / b.leak)
    from unnest(names, capacities) as t(name, capacity) where b.key = t.name;
  end if;
end $$;

-- Takes back what was poured in for nothing; `weight` beyond the level empties a bucket. Locks in the same order.
create function platform.unpour(names bytea[], weights double precision[]) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  update platform.bucket b set level = greatest(0, b.level - locked.weight)
  from (select h.key, t.weight from unnest(names, weights) as t(name, weight) join platform.bucket h on h.key = t.name
        order by h.key for update of h) locked
  where b.key = locked.key;
$$;
revoke execute on function platform.pour, platform.unpour from public;
grant execute on function platform.pour, platform.unpour to holdfast_app;

drop table member.code_budget, member.sign_in_delay;

alter table member.one_time_code add column pool text not null default 'anonymous';
comment on column member.one_time_code.pool is 'the kind of caller whose limits it counts towards';

alter table member.device
  add column known_since timestamptz default platform.app_now(),
  add column wrong_tries smallint not null default 0 check (wrong_tries >= 0);
alter table member.device
  add column is_known boolean not null generated always as (known_since is not null and wrong_tries < 10) stored;
update member.device set known_since = first_seen_at;
comment on column member.device.known_since is 'null after a recovery or a freeze: not known until the next sign-in on it';
comment on column member.device.wrong_tries is 'wrong passwords since the last right one; counted before the comparison';

alter table member.sign_in drop constraint sign_in_outcome_check,
  add constraint sign_in_outcome_check check (outcome in ('success', 'wrong-password', 'forbidden', 'code-asked', 'no-session'));
-- From which networks the account has signed in.
create index sign_in_network on member.sign_in (member_id, network) where outcome = 'success';
