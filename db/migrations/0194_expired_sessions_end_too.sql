-- A session that expired has ended when it expired, although nobody has written that down, and is forgotten like the others.
-- Invariants:
--   90 days after its end, however it ended, a session of a member or of an operator says no device and no place;
--   a session that is live, or ended later, keeps both: for an operator's the database itself looks at the time.

-- A session ends no earlier than it began, and a row is written once a minute while it is live: so this sorts by the beginning, which never changes.
create index session_expired_described on member.session (created_at)
  where ended_at is null and (device_name <> '' or place <> '' or network <> '');

create index session_described on operator.session (created_at) where device_name <> '' or place <> '' or network <> '';

-- Takes device and place from up to so many sessions, and says from how many. The limits are those of operator.operator_of(). An expired session that a
-- later sign-in has ended had ended before.
create function operator.forget_old_sessions(up_to integer) returns integer
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  forgotten integer;
begin
  update operator.session set device_name = '', place = '', network = ''
  where id = any(array(
    select s.id from operator.session s
    where (s.device_name <> '' or s.place <> '' or s.network <> '')
      and s.created_at < platform.app_now() - interval '90 days'
      and least(s.ended_at, s.active_at + interval '15 minutes', s.created_at + interval '8 hours') < platform.app_now() - interval '90 days'
    limit up_to));
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
revoke all on function operator.forget_old_sessions from public;
grant execute on function operator.forget_old_sessions to holdfast_app;
