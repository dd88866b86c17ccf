-- How a request reaches a call: the secure channel, idempotent commands, tickets of proof, rate limits.
-- Invariants:
--   one (actor, rid) has one effect: the row is written in the transaction of the effect, so both are there or neither is, and the unique
--   key makes a second, parallel arrival wait and then read the stored answer;
--   an answer is never null: the claim writes an empty one, and the same transaction replaces it before it commits;
--   a ticket proves one thing (its purpose) about one subject, to the device that earned it, once, for minutes: it is redeemed by an
--   update that finds it unused, so of two that come at once one wins. One that was sent as a link has no device (its hash is zero) and is
--   valid for days.

create table platform.command (
  actor       text         not null,
  rid         text         not null check (rid ~ '^[A-Za-z0-9_-]{22}$'),
  b_url       text         not null,
  body_hmac   bytea        not null check (octet_length(body_hmac) = 32),
  answer      bytea        not null,
  created_at  timestamptz  not null default platform.app_now(),
  expires_at  timestamptz  not null,
  primary key (actor, rid)
);
create index command_expires_at on platform.command (expires_at);
comment on column platform.command.answer is 'BODY text, sealed under the server key with actor and rid bound';
comment on column platform.command.body_hmac is 'keyed: the pairs hold passwords, a bare hash would be an oracle';

-- Ticket keys of the secure channel, one per hour, sealed under the channel key. Two nodes at the hour agree by the primary key.
create table platform.channel_ticket_key (
  epoch       integer      primary key,
  sealed_key  bytea        not null,
  created_at  timestamptz  not null default now()
);

-- Channel sessions that must not live until their tickets run out.
create table platform.channel_revoked (
  sid         bytea        primary key check (octet_length(sid) = 16),
  expires_at  timestamptz  not null
);

-- Tickets of proof. Only their hash is here.
create table platform.ticket (
  token_hash   bytea        primary key check (octet_length(token_hash) = 32),
  purpose      text         not null,
  subject      text         not null,
  device_hash  bytea        not null check (octet_length(device_hash) = 32),
  data         jsonb        not null default '{}',
  expires_at   timestamptz  not null,
  used_at      timestamptz
);
create index ticket_expires_at on platform.ticket (expires_at);
comment on column platform.ticket.subject is 'what was proven of: an account, a mobile number, a mail address, or a session';

-- Counters of rate-limiter-flexible, which writes them by upsert. It reckons with milliseconds as numbers, and our connections give int8
-- as BigInt: a double holds them exactly.
create table platform.rate_limit (
  key     varchar(255)      primary key,
  points  integer           not null default 0,
  expire  double precision
);

grant select, insert, update, delete on platform.command, platform.channel_ticket_key, platform.channel_revoked,
  platform.ticket, platform.rate_limit to holdfast_app;
