-- One-time codes by SMS and mail.
-- Invariant: a code is good for one purpose, on the device that asked for it, once, for five minutes and five tries. A try is counted by
-- the same update that hands out what to compare with, so of any number of guesses at once five are compared. Only a keyed hash is kept.

create table member.one_time_code (
  id           uuid         primary key,
  purpose      text         not null,
  channel      text         not null check (channel in ('mobile', 'mail')),
  subject      text         not null,
  target       text         not null,
  device_hash  bytea        not null check (octet_length(device_hash) = 32),
  code_hash    bytea        not null check (octet_length(code_hash) = 32),
  tries        smallint     not null default 0 check (tries between 0 and 5),
  created_at   timestamptz  not null default platform.app_now(),
  expires_at   timestamptz  not null,
  ended_at     timestamptz
);
create index one_time_code_subject on member.one_time_code (channel, subject, created_at);
create index one_time_code_target on member.one_time_code (channel, target, created_at) where target <> '';
create index one_time_code_created_at on member.one_time_code (created_at);
comment on column member.one_time_code.subject is 'what was asked for: the address itself, or the account whose address it goes to';
comment on column member.one_time_code.target is 'empty when nothing was sent: an account that does not exist must leave the same row as one that does';

-- How many codes a network, a block of numbers and everybody together has asked for in the window that ends at ends_at.
create table member.code_budget (
  key      text         primary key,
  used     integer      not null check (used > 0),
  ends_at  timestamptz  not null
);

grant select, insert, update, delete on member.one_time_code, member.code_budget to holdfast_app;
