-- What a command looks up before its transaction, in one call.
-- Invariants:
--   a command that ran before is found, and counts no further use of its limit.

-- Looks a command up by its RID and, where there is none, counts it against its limit. `wait`: how many milliseconds to wait; 0 lets it pass,
-- null: the limit is known to be used up (`is_blocked`), and this RID was not counted before.
create function platform.admit_command(by_actor text, of_rid text, forgotten_minutes integer, limit_key text, points_max integer,
                                       window_ms double precision, is_blocked boolean)
returns table (body_hmac bytea, answer bytea, is_expired boolean, wait double precision)
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select c.body_hmac, c.answer, c.expires_at <= platform.app_now() + make_interval(mins => forgotten_minutes), 0::double precision
    from platform.command c where c.actor = by_actor and c.rid = of_rid;
  if found then
    return;
  end if;
  if not is_blocked then
    wait := platform.count_command(limit_key, points_max, window_ms, by_actor, of_rid);
  elsif exists (select from platform.counted_command k where k.actor = by_actor and k.rid = of_rid) then
    wait := 0;
  end if;
  return next;
end $$;
revoke execute on function platform.admit_command from public;
grant execute on function platform.admit_command to holdfast_app;
