-- Invariant: one (actor, rid) has one effect. The row is written in the transaction of the effect, so either both are there or
-- neither is; the unique key makes a second, parallel arrival wait and then read the stored answer.
-- An answer is never null: the claim writes an empty one, and the same transaction replaces it before it commits.
create table platform.command (
  actor       text        not null,
  rid         text        not null check (rid ~ '^[A-Za-z0-9_-]{22}$'),
  b_url       text        not null,
  body_hmac   bytea       not null check (octet_length(body_hmac) = 32),
  answer      bytea       not null,
  created_at  timestamptz not null default platform.app_now(),
  expires_at  timestamptz not null,
  primary key (actor, rid)
);
create index command_expires_at on platform.command (expires_at);
comment on column platform.command.answer is 'BODY text, sealed under the server key with actor and rid bound';
comment on column platform.command.body_hmac is 'keyed: the pairs hold passwords, a bare hash would be an oracle';

-- Ticket keys of the secure channel, one per hour, sealed under the channel key. Two nodes at the hour agree by the primary key.
create table platform.channel_ticket_key (
  epoch       integer     primary key,
  sealed_key  bytea       not null,
  created_at  timestamptz not null default now()
);

-- Channel sessions that must not live until their tickets run out.
create table platform.channel_revoked (
  sid         bytea       primary key check (octet_length(sid) = 16),
  expires_at  timestamptz not null
);

-- Counters of rate-limiter-flexible; it writes them by upsert. It reckons with milliseconds as numbers, and our connections give int8
-- as BigInt: a double holds them exactly.
create table platform.rate_limit (
  key     varchar(255) primary key,
  points  integer      not null default 0,
  expire  double precision
);

-- What somebody must be told after the commit. Written in the transaction of the effect; the relay hands it on and deletes it.
create table platform.outbox (
  id          bigint      generated always as identity primary key,
  member_id   bigint      not null,
  topic       text        not null check (topic in ('inbox', 'orders', 'balance', 'listings', 'market', 'ended')),
  created_at  timestamptz not null default now()
);

-- Who looked at or did something that must leave a trace. Append-only for the application.
create table platform.audit (
  id          bigint      generated always as identity primary key,
  at          timestamptz not null default now(),
  actor       text        not null,
  action      text        not null,
  subject     text        not null,
  detail      jsonb       not null default '{}'
);

grant select, insert, update, delete on platform.command, platform.channel_ticket_key, platform.channel_revoked,
  platform.rate_limit, platform.outbox to holdfast_app;
grant select, insert on platform.audit to holdfast_app;
