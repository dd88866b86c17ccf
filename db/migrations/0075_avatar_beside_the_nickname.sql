-- A member's picture stands in the member's row, beside the nickname: whoever reads the one for a list has the other.

alter table member.member add column avatar_file_id text unique references assets.file (id);
update member.member m set avatar_file_id = a.file_id from assets.avatar a where a.member_id = m.id;
drop table assets.avatar;
