-- Operators, who run the product.
-- Invariant: an operator is never a member and a member never an operator: other tables, other sessions, other ids. A proof of one opens
-- nothing of the other.

create schema operator;
grant usage on schema operator to holdfast_app;

create table operator.operator (
  id          bigint       generated always as identity primary key,
  email       text         not null unique check (email = lower(email)),
  name        text         not null,
  role        text         not null check (role in ('support', 'reviewer', 'resolver', 'treasury', 'risk', 'admin')),
  disabled    boolean      not null default false,
  created_at  timestamptz  not null default platform.app_now()
);

create table operator.session (
  id             bigint       generated always as identity primary key,
  operator_id    bigint       not null references operator.operator,
  checksum_hash  bytea        not null unique check (octet_length(checksum_hash) = 32),
  device_hash    bytea        not null check (octet_length(device_hash) = 32),
  created_at     timestamptz  not null default platform.app_now(),
  active_at      timestamptz  not null default platform.app_now(),
  ended_at       timestamptz
);
comment on column operator.session.checksum_hash is 'SHA-256 of the session proof; the proof itself is never stored';

grant select on operator.operator to holdfast_app;
grant select, update on operator.session to holdfast_app;
