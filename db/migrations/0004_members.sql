-- Members, their credentials and their sessions.
-- Invariants:
--   a member has at most one live session;
--   account and nickname belong to one member, compared folded;
--   a mobile number, kept in E.164 form, belongs to one member at most; whoever registered has proven theirs;
--   a marked password opens no session until it has been changed, and a change takes the mark away.

create schema member;
grant usage on schema member to holdfast_app;

create table member.member (
  id                bigint       generated always as identity primary key,
  uid               text         not null unique check (uid ~ '^[1-9][0-9]{9}$'),
  account           text         not null unique check (account ~ '^[a-z0-9]{6,15}$'),
  nick              text         not null check (char_length(nick) between 1 and 10),
  nick_key          text         not null unique,
  names_proposed    boolean      not null default false, -- registered fast: account and nickname are proposals and may be changed once
  level             smallint     not null default 0 check (level between 0 and 9),
  role              text         not null default 'member' check (role in ('member', 'merchant')),
  real_name         text         not null default '',
  real_name_status  text         not null default 'none' check (real_name_status in ('none', 'Review', 'NotApproved', 'Approved')),
  -- *_unproven: an operator has declared the address lost. Until the member has verified it, or another one, anew, it proves nothing:
  -- no code is asked from it and none for the account goes there.
  email             text         not null default '',
  email_unproven    boolean      not null default false,
  mobile            text         not null default '',
  mobile_unproven   boolean      not null default false,
  country_code      text         not null default '',
  phrase_sealed     bytea, -- the phrase that marks a mail as ours; sealed, because whoever reads it can write such mails
  platform_binding  boolean      not null default false,
  login_forbidden   boolean      not null default false,
  frozen_at         timestamptz, -- set by the member ("I lost my phone"): no sign-in until the account was recovered
  registered_at     timestamptz  not null default platform.app_now(),
  constraint member_mobile_form check (mobile = '' or mobile ~ '^\+[1-9][0-9]{7,14}$')
);
create unique index member_mobile on member.member (mobile) where mobile <> '';

create table member.credential (
  member_id        bigint       primary key references member.member,
  password_hash    text         not null,
  password_set_at  timestamptz  not null default platform.app_now(),
  password_marked  text         check (password_marked in ('operator', 'breach')),
  secret_hash      text, -- null after a fast registration, until the first transaction secret is set
  secret_form      text         not null check (secret_form in ('six-digit', 'password')),
  secret_tries     smallint     not null default 0 check (secret_tries >= 0)
);
comment on column member.credential.secret_tries is 'wrong tries in a row; counted before the compare, in a transaction of its own';

-- Passwords that were replaced, for 72 hours: they open nothing, but their owner can still freeze the account with one.
create table member.replaced_password (
  id             bigint       generated always as identity primary key,
  member_id      bigint       not null references member.member,
  password_hash  text         not null,
  replaced_at    timestamptz  not null default platform.app_now()
);
create index replaced_password_member on member.replaced_password (member_id, replaced_at);
create index replaced_password_at on member.replaced_password (replaced_at);

create table member.session (
  id             bigint       generated always as identity primary key,
  member_id      bigint       not null references member.member,
  checksum_hash  bytea        not null unique check (octet_length(checksum_hash) = 32),
  device_hash    bytea        not null check (octet_length(device_hash) = 32),
  install_id     text         not null check (install_id ~ '^[0-9a-f]{32}$'),
  device_name    text         not null,
  place          text         not null default '', -- '' is unknown
  network        text         not null default '', -- prefix, IPv4 /24 or IPv6 /48
  created_at     timestamptz  not null default platform.app_now(),
  active_at      timestamptz  not null default platform.app_now(),
  ended_at       timestamptz,
  end_reason     text         check (end_reason in ('takeover', 'signed-out', 'operator', 'password', 'freeze', 'idle', 'absolute')),
  ended_by       jsonb        not null default '{}',
  check ((ended_at is null) = (end_reason is null))
);
create unique index session_one_live on member.session (member_id) where ended_at is null;
-- A member's devices say when each was last used. Ended sessions are kept, so without this the list would read all of them.
create index session_of_install on member.session (member_id, install_id);
comment on column member.session.checksum_hash is 'SHA-256 of the session proof; the proof itself is never stored';
comment on column member.session.ended_by is 'device, place and network that caused the end, told to the member';

grant select, insert, update on member.member, member.credential, member.session to holdfast_app;
grant select, insert, delete on member.replaced_password to holdfast_app;
