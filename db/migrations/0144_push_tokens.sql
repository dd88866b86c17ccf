-- Where a member's devices are told of what is new while the app is closed (pmid). What is sent there, and how far, is `platform.delivery`.
-- Invariants:
--   an install of a member has one address, and an address belongs to one member: whoever registered it last;
--   another address, or the same one with another owner, is another row with another id: nothing that waited for the one before is sent to it;
--   the address that a push service gave, and the keys that come with it, are sealed; it is found by a keyed hash.

create schema push;
grant usage on schema push to holdfast_app;

create table push.token (
  id            bigint       generated always as identity primary key,
  member_id     bigint       not null,
  install_key   bytea        not null check (octet_length(install_key) = 32),
  carrier       text         not null check (carrier in ('web-push', 'fcm')),
  token_hash    bytea        not null unique check (octet_length(token_hash) = 32),
  target_sealed bytea        not null,
  -- Named in each message, so that the device shows nothing that was sent to its owner before.
  binding       text         not null check (binding ~ '^[0-9a-f]{32}$'),
  language      text         not null check (language in ('zh-TW', 'en')),
  -- Says that there is news, and nothing of what.
  is_private    boolean      not null,
  -- What it is told: everything, or, after a sign-in elsewhere, what concerns the safety of the account.
  scope         text         not null default 'all' check (scope in ('all', 'safety')),
  -- It is told what was written until then, and is removed.
  ends_at       timestamptz,
  registered_at timestamptz  not null default platform.app_now(),
  refreshed_at  timestamptz  not null default platform.app_now(),
  -- How many messages in a row the service has refused.
  refusals      smallint     not null default 0 check (refusals >= 0),
  -- A message that its member has asked for to see whether it arrives, and what came of it.
  test_id       text         check (test_id ~ '^[0-9a-f]{32}$'),
  test_outcome  text         check (test_outcome in ('waiting', 'sending', 'sent', 'refused', 'unreachable')),
  check ((test_id is null) = (test_outcome is null)),
  unique (member_id, install_key)
);
create index token_of_install on push.token (install_key);
create index token_refreshed on push.token (refreshed_at);
create index token_ended on push.token (ends_at) where ends_at is not null;
create index token_tested on push.token (id) where test_outcome = 'waiting';

grant select, insert, delete on push.token to holdfast_app;
grant update (language, is_private, scope, ends_at, refreshed_at, refusals, test_id, test_outcome) on push.token to holdfast_app;
