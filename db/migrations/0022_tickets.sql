-- Invariant: a ticket proves one thing (its purpose) about one subject, to the device that earned it, once, for minutes. Only its hash is
-- here. It is used by an update that finds it unused, so of two that come at once one wins.

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

grant select, insert, update, delete on platform.ticket to holdfast_app;
