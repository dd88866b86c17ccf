--! breaking: processes of the old version read the columns that say whether an address is unproven
-- Since when an address proves its member, and what a session's proof was before it was renewed.
-- Invariants:
--   an address proves its member since `*_proven_at`; null: it proves nothing, until it is verified anew;
--   an address that was replaced or declared lost is kept with the time in which it was proven, so that it can be told which addresses
--   were there at an earlier moment: codes go to those alone while a cool-down runs;
--   a session has one proof; one that was renewed by a command opens nothing but that command's stored answer;
--   cool-downs of a member without a break between them have one beginning.

alter table member.member add column mobile_proven_at timestamptz, add column email_proven_at timestamptz;
update member.member
set mobile_proven_at = case when mobile_sealed is not null and not mobile_unproven then registered_at end,
    email_proven_at = case when email_sealed is not null and not email_unproven then registered_at end;
alter table member.member drop column mobile_unproven, drop column email_unproven;
comment on column member.member.mobile_proven_at is 'null: declared lost by an operator, or none; it proves nothing until it is verified anew';
comment on column member.cool_down.started_at is 'of the first of all cool-downs that have followed each other without a break';

create table member.past_address (
  id              bigint       generated always as identity primary key,
  member_id       bigint       not null references member.member,
  channel         text         not null check (channel in ('mobile', 'mail')),
  address_sealed  bytea        not null,
  proven_at       timestamptz  not null,
  ended_at        timestamptz  not null default platform.app_now(),
  ended_how       text         not null check (ended_how in ('replaced', 'lost'))
);
create index past_address_of_member on member.past_address (member_id, ended_at);
create index past_address_ended_at on member.past_address (ended_at);
comment on column member.past_address.ended_how is 'lost: an operator has declared it so; nothing is sent there any more';
-- Its sealed column is bound to its row's number, so the application draws the number itself.
grant usage on sequence member.past_address_id_seq to holdfast_app;
grant select, insert, delete on member.past_address to holdfast_app;

create table member.replaced_proof (
  checksum_hash  bytea        primary key check (octet_length(checksum_hash) = 32),
  session_id     bigint       not null references member.session,
  rid            text         not null,
  replaced_at    timestamptz  not null default platform.app_now()
);
create index replaced_proof_replaced_at on member.replaced_proof (replaced_at);
comment on column member.replaced_proof.rid is 'of the command that renewed it: the only one whose answer it still opens';
grant select, insert, delete on member.replaced_proof to holdfast_app;
