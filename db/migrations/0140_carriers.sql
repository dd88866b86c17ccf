-- Carriers: push services that tell members outside the open app what their inbox says. A carrier has copies and no news of its own.
-- Invariants:
--   an address of a carrier belongs to one member at a time; with another owner it has another id, so that nothing that waited for the one
--   before is sent to the new one;
--   of a subscription everything up to `sent_seq` was sent, skipped or put among the dead letters, and one process at a time sends it: so
--   messages leave in the order of the inbox;
--   members' commands write subscriptions and never wait for a carrier; of deliveries they only add, so the relay never waits for a command;
--   rows: one a subscription, one a push service, and one for each message that could not be sent. None for what was sent.

-- A push service, by its origin: what is down or slow, and what is not held up by another one that is.
create table platform.lane (
  carrier        text         not null check (carrier ~ '^[a-z-]{1,20}$'),
  lane           text         not null check (octet_length(lane) between 1 and 100),
  failing_since  timestamptz,
  paused_until   timestamptz,
  pause_seconds  int          check (pause_seconds > 0),
  reason         text         check (octet_length(reason) <= 200),
  primary key (carrier, lane),
  check (num_nulls(failing_since, paused_until, pause_seconds, reason) in (0, 4))
);
comment on column platform.lane.paused_until is 'until then nothing is sent; then one message at a time, until one was accepted';

create table platform.subscription (
  id         bigint       generated always as identity primary key,
  carrier    text         not null,
  key        text         not null check (octet_length(key) between 1 and 100),
  lane       text         not null,
  member_id  bigint       not null,
  opened_at  timestamptz  not null default platform.app_now(),
  unique (carrier, key),
  foreign key (carrier, lane) references platform.lane
);
comment on column platform.subscription.key is 'what the carrier knows the address by; never the address itself';
create index subscription_member on platform.subscription (member_id);

-- How far the inbox of the member was sent to a subscription. No foreign key: a command that ends a subscription would hold up the relay.
create table platform.delivery (
  subscription_id  bigint       primary key,
  carrier          text         not null,
  lane             text         not null,
  sent_seq         bigint       not null check (sent_seq >= 0),
  news             bigint       not null default 1,  -- how often there was something new: whoever sends sees whether more came meanwhile
  waiting_since    timestamptz  default platform.app_now(),
  newest_at        timestamptz  not null default platform.app_now(),
  due_at           timestamptz  default platform.app_now(),
  lease            bigint       not null default 0,
  tries            smallint     not null default 0,
  check ((waiting_since is null) = (due_at is null))
);
comment on column platform.delivery.due_at is 'null: nothing to send; ahead: being sent under a lease, or put off after a failure';
create index delivery_newest on platform.delivery (carrier, lane, newest_at desc) where due_at is not null;
create index delivery_due on platform.delivery (carrier, lane, due_at) where due_at is not null;
create index delivery_waiting on platform.delivery (carrier, waiting_since) where due_at is not null;

-- Messages that could not be sent: an operator tries again or gives up. The member has them in the inbox all the same.
create table platform.dead_letter (
  id               bigint       generated always as identity primary key,
  subscription_id  bigint       not null,
  carrier          text         not null,
  lane             text         not null,
  member_id        bigint       not null,
  seq              bigint       not null,
  type             text         not null,
  reason           text         not null check (octet_length(reason) <= 200),
  tries            smallint     not null,
  at               timestamptz  not null default platform.app_now(),
  due_at           timestamptz,
  unique (subscription_id, seq)
);
comment on column platform.dead_letter.due_at is 'null: waits for an operator; set: an operator has asked for another try';
create index dead_letter_due on platform.dead_letter (carrier, due_at) where due_at is not null;
create index dead_letter_at on platform.dead_letter (at);

grant select, insert, update on platform.lane to holdfast_app;
grant select, insert, update, delete on platform.subscription, platform.delivery, platform.dead_letter to holdfast_app;
