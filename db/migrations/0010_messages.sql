-- What members are told: the inbox, hints to open apps, SMS and mail.
-- Invariants:
--   a member's messages are numbered 1, 2, 3 ... without a gap, in the order of commit: the counter row serialises the writers of one member,
--   so "everything after n" can never miss one that commits later;
--   a safety notice counts as seen by its member only on an install that did not cause it and that the account knew before it, so whoever
--   breaks in cannot read the notice away;
--   whatever leaves the product is a row written in the transaction of its cause, so nobody hears of what was rolled back.

create schema inbox;
grant usage on schema inbox to holdfast_app;

create table inbox.counter (
  member_id  bigint  primary key,
  last_seq   bigint  not null check (last_seq > 0)
);

create table inbox.message (
  member_id      bigint       not null,
  seq            bigint       not null check (seq > 0),
  type           text         not null,
  extra          jsonb        not null default '{}',
  safety         boolean      not null default false, -- about the safety of the account
  cause_install  text         check (cause_install ~ '^[0-9a-f]{32}$'), -- the install that caused a safety notice; null if none is known
  at             timestamptz  not null default platform.app_now(),
  primary key (member_id, seq)
);
create index message_safety on inbox.message (member_id, seq desc) where safety;

-- Safety notices that were shown, by install. A row with `counts` means that the member has seen the notice; any other only keeps it from
-- being shown on that install again.
create table inbox.seen (
  member_id   bigint       not null,
  seq         bigint       not null,
  install_id  text         not null check (install_id ~ '^[0-9a-f]{32}$'),
  counts      boolean      not null,
  at          timestamptz  not null default platform.app_now(),
  primary key (member_id, seq, install_id)
);
create index seen_at on inbox.seen (at);

-- Hints that something has changed, for the live streams. The relay hands them on after the commit and deletes them.
create table platform.outbox (
  id          bigint       generated always as identity primary key,
  member_id   bigint       not null,
  topic       text         not null check (topic in ('inbox', 'orders', 'balance', 'listings', 'market', 'ended')),
  created_at  timestamptz  not null default now()
);

-- Messages on their way to somebody's mobile or mailbox: sealed, because they hold codes, and deleted once they have been handed on. A try
-- takes a lease (due_at moves ahead), so that nothing is sent inside a transaction.
create table platform.message (
  id             uuid         primary key,
  channel        text         not null check (channel in ('mobile', 'mail', 'nowhere')),
  sealed         bytea        not null,
  tries          smallint     not null default 0,
  due_at         timestamptz  not null default platform.app_now(),
  useless_after  timestamptz  not null
);
create index message_due_at on platform.message (due_at);
comment on column platform.message.channel is 'nowhere: made for an account that does not exist, with the same work, and dropped by the worker';

grant select, insert, update on inbox.counter to holdfast_app;
grant select, insert on inbox.message to holdfast_app;
grant select, insert, delete on inbox.seen to holdfast_app;
grant select, insert, update, delete on platform.outbox, platform.message to holdfast_app;
