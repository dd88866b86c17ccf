-- Invariant: a member's messages are numbered 1, 2, 3 ... without a gap, in the order of commit: the counter row serialises
-- the writers of one member, so "everything after n" can never miss one that commits later.

create schema inbox;
grant usage on schema inbox to holdfast_app;

create table inbox.counter (
  member_id  bigint primary key,
  last_seq   bigint not null check (last_seq > 0)
);

create table inbox.message (
  member_id  bigint      not null,
  seq        bigint      not null check (seq > 0),
  type       text        not null,
  extra      jsonb       not null default '{}',
  at         timestamptz not null default platform.app_now(),
  primary key (member_id, seq)
);

grant select, insert, update on inbox.counter to holdfast_app;
grant select, insert on inbox.message to holdfast_app;
