--! breaking: processes of the old version would sign members in without their authenticator
-- The second step of a sign-in: codes of an authenticator app.
-- Invariants:
--   a member has at most one authenticator; another one is added only after it was removed;
--   a code is taken once: the time step only goes up;
--   a recovery code is used once, and only its keyed hash is kept;
--   one that is suspended is not asked for: it may have been added by somebody else.

create table member.authenticator (
  member_id      bigint       primary key references member.member,
  secret_sealed  bytea        not null,
  last_step      bigint       not null,
  added_at       timestamptz  not null default platform.app_now(),
  suspended_at   timestamptz
);
comment on column member.authenticator.last_step is 'the time step of the last code that was taken; it and older ones are refused';
grant select, insert, update, delete on member.authenticator to holdfast_app;

create table member.recovery_code (
  id         bigint       generated always as identity primary key,
  member_id  bigint       not null references member.authenticator on delete cascade,
  code_hash  bytea        not null unique check (octet_length(code_hash) = 32),
  used_at    timestamptz
);
create index recovery_code_of_member on member.recovery_code (member_id) where used_at is null;
grant select, insert, update on member.recovery_code to holdfast_app;

alter table member.cool_down drop constraint cool_down_cause_check,
  add constraint cool_down_cause_check
    check (cause in ('password', 'mobile', 'mail', 'device', 'transpass', 'authenticator'));
alter table member.sign_in drop constraint sign_in_outcome_check,
  add constraint sign_in_outcome_check
    check (outcome in ('success', 'wrong-password', 'forbidden', 'code-asked', 'no-session', 'wrong-code'));
