-- What a command looks up before its transaction, in one function with fewer statements.
-- Invariants: those of 0021.
--   the row lock of the counter is taken before it is looked whether the RID was counted, so copies of one RID are counted once.

-- As in 0021, without calling platform.count_command(); one row without being a set.
drop function platform.admit_command;
create function platform.admit_command(by_actor text, of_rid text, forgotten_minutes integer, limit_key text, points_max integer,
                                       window_ms double precision, is_blocked boolean,
                                       out body_hmac bytea, out answer bytea, out is_expired boolean, out wait double precision)
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  now_ms constant double precision := extract(epoch from clock_timestamp()) * 1000;
  used integer;
  ends double precision;
begin
  select c.body_hmac, c.answer, c.expires_at <= platform.app_now() + make_interval(mins => forgotten_minutes)
  into body_hmac, answer, is_expired
  from platform.command c where c.actor = by_actor and c.rid = of_rid;
  if found then
    wait := 0;
    return;
  end if;
  if is_blocked then
    if exists (select from platform.counted_command k where k.actor = by_actor and k.rid = of_rid) then
      wait := 0;
    end if;
    return;
  end if;
  -- First, because it takes the row lock: copies of one RID come one after the other from here on.
  insert into platform.rate_limit as counter (key, points, expire) values (limit_key, 1, now_ms + window_ms)
  on conflict (key) do update
  set points = case when counter.expire <= now_ms then 1 else counter.points + 1 end,
      expire = case when counter.expire <= now_ms then now_ms + window_ms else counter.expire end
  returning counter.points, counter.expire into used, ends;
  wait := 0;
  if used <= points_max then
    insert into platform.counted_command (actor, rid, expire) values (by_actor, of_rid, ends) on conflict do nothing;
    if found then
      return;
    end if;
  elsif not exists (select from platform.counted_command k where k.actor = by_actor and k.rid = of_rid) then
    wait := greatest(1, ends - now_ms);
    return;
  end if;
  -- It was counted before.
  update platform.rate_limit set points = points - 1 where key = limit_key;
end $$;
revoke execute on function platform.admit_command from public;
grant execute on function platform.admit_command to holdfast_app;
drop function platform.count_command;
