-- Passkeys: keys of a device by which a member signs in without a password.
-- Invariants:
--   a credential belongs to one member; what names and proves it is sealed, and found by a keyed hash of its id;
--   one that is suspended opens nothing: it may have been added by somebody else.

create table member.passkey (
  id              bigint       generated always as identity primary key,
  member_id       bigint       not null references member.member,
  credential_key  bytea        not null unique check (octet_length(credential_key) = 32),
  sealed          bytea        not null,
  counter         bigint       not null check (counter >= 0),
  name            text         not null check (char_length(name) between 1 and 40),
  added_at        timestamptz  not null default platform.app_now(),
  used_at         timestamptz,
  suspended_at    timestamptz
);
create index passkey_of_member on member.passkey (member_id, id);
comment on column member.passkey.counter is 'of the last signature; 0 for ever where the device counts none';
grant select, insert, update, delete on member.passkey to holdfast_app;
-- Its sealed column is bound to its row's number, so the application draws the number itself.
grant usage on sequence member.passkey_id_seq to holdfast_app;

alter table member.cool_down drop constraint cool_down_cause_check,
  add constraint cool_down_cause_check
    check (cause in ('password', 'mobile', 'mail', 'device', 'transpass', 'authenticator', 'passkey'));
