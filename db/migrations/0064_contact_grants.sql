-- What an operator has granted to a member who has lost phone and mailbox: verifying one new mobile number, without a code to an old address.
-- Invariants:
--   a member has one grant at most, for one number; using it deletes it;
--   the number is sealed.

create table member.contact_grant (
  member_id      bigint       primary key references member.member,
  mobile_sealed  bytea        not null,
  ends_at        timestamptz  not null
);
grant select, insert, update, delete on member.contact_grant to holdfast_app;
