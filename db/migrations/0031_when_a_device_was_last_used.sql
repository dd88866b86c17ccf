-- A device's own row says when it was last used, so that the list of devices costs one page however many there are.
-- Invariant: once a session has ended, its device was last used no earlier than the session was. A live session, of which a member has one at
-- most, still says so itself: its row is written once a minute, which would cost the index below an entry each time.

create function member.note_last_use() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update member.device set last_seen_at = new.active_at
  where member_id = new.member_id and install_key = new.install_key and last_seen_at < new.active_at;
  return null;
end $$;
revoke execute on function member.note_last_use from public;
create trigger session_end_is_a_last_use after update of ended_at on member.session
  for each row when (old.ended_at is null and new.ended_at is not null) execute function member.note_last_use();

update member.device d set last_seen_at = used.at
from (select member_id, install_key, max(active_at) as at from member.session where ended_at is not null group by 1, 2) used
where d.member_id = used.member_id and d.install_key = used.install_key and d.last_seen_at < used.at;

create index device_last_used on member.device (member_id, last_seen_at desc, id desc);
-- Only the list of devices looked sessions up by it.
drop index member.session_of_install;
