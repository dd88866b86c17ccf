-- Invariant: a member has at most one live session; account and nickname belong to one member, compared folded.

create schema member;
grant usage on schema member to holdfast_app;

create table member.member (
  id                bigint      generated always as identity primary key,
  uid               text        not null unique check (uid ~ '^[1-9][0-9]{9}$'),
  account           text        not null unique check (account ~ '^[a-z0-9]{6,15}$'),
  nick              text        not null check (char_length(nick) between 1 and 10),
  nick_key          text        not null unique,
  level             smallint    not null default 0 check (level between 0 and 9),
  role              text        not null default 'member' check (role in ('member', 'merchant')),
  real_name         text        not null default '',
  real_name_status  text        not null default 'none' check (real_name_status in ('none', 'Review', 'NotApproved', 'Approved')),
  email             text        not null default '',
  mobile            text        not null default '',
  country_code      text        not null default '',
  platform_binding  boolean     not null default false,
  login_forbidden   boolean     not null default false,
  registered_at     timestamptz not null default platform.app_now()
);

create table member.credential (
  member_id        bigint   primary key references member.member,
  password_hash    text     not null,
  transpass_hash   text     not null,
  transpass_form   text     not null check (transpass_form in ('six-digit', 'password')),
  transpass_tries  smallint not null default 0 check (transpass_tries >= 0)
);
comment on column member.credential.transpass_tries is 'wrong tries in a row; counted before the compare, in a transaction of its own';

create table member.session (
  id             bigint      generated always as identity primary key,
  member_id      bigint      not null references member.member,
  checksum_hash  bytea       not null unique check (octet_length(checksum_hash) = 32),
  device_hash    bytea       not null check (octet_length(device_hash) = 32),
  install_id     text        not null check (install_id ~ '^[0-9a-f]{32}$'),
  device_name    text        not null,
  place          text        not null,
  created_at     timestamptz not null default platform.app_now(),
  active_at      timestamptz not null default platform.app_now(),
  ended_at       timestamptz,
  end_reason     text check (end_reason in ('takeover', 'signed-out', 'operator', 'password', 'freeze', 'idle', 'absolute')),
  ended_by       jsonb       not null default '{}',
  check ((ended_at is null) = (end_reason is null))
);
create unique index session_one_live on member.session (member_id) where ended_at is null;
comment on column member.session.checksum_hash is 'SHA-256 of the session proof; the proof itself is never stored';
comment on column member.session.ended_by is 'device and place that caused the end, told to the member';

grant select, insert, update on member.member, member.credential, member.session to holdfast_app;
