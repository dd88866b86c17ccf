-- Invariant: a mobile number, kept in E.164 form, belongs to one member at most; whoever registered has proven theirs.
-- Numbers of the demo world from before were written as people write them.
update member.member set mobile = '+886' || substr(mobile, 2) where mobile ~ '^09[0-9]{8}$';
alter table member.member add constraint member_mobile_form check (mobile = '' or mobile ~ '^\+[1-9][0-9]{7,14}$');
create unique index member_mobile on member.member (mobile) where mobile <> '';

-- A member who registered fast was given account and nickname, and may change them once.
alter table member.member add column names_proposed boolean not null default false;
-- And has no transaction secret until the first one is set.
alter table member.credential alter column transpass_hash drop not null;
