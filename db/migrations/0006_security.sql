-- What keeps an account safe: known devices, the history of sign-ins, waits after failed ones, cool-downs.
-- Invariants:
--   while a cool-down of a member runs, no money leaves by new ways; there is one row for each cause, and a later start can only lengthen it;
--   a sign-in is counted as failed before the password is compared, so of any number of guesses at once only the free ones are compared.

create table member.cool_down (
  member_id   bigint       not null references member.member,
  cause       text         not null check (cause in ('password', 'mobile', 'mail', 'device', 'transpass')),
  started_at  timestamptz  not null default platform.app_now(),
  ends_at     timestamptz  not null,
  primary key (member_id, cause),
  check (ends_at > started_at)
);

-- The installs that a member has signed in on. One that was removed counts as new when it comes back.
create table member.device (
  id             bigint       generated always as identity unique, -- for the wire: an install id would let others pass for the device
  member_id      bigint       not null references member.member,
  install_id     text         not null check (install_id ~ '^[0-9a-f]{32}$'),
  name           text         not null,
  place          text         not null default '', -- as in member.session
  network        text         not null default '',
  first_seen_at  timestamptz  not null default platform.app_now(),
  last_seen_at   timestamptz  not null default platform.app_now(),
  primary key (member_id, install_id)
);

-- Sign-ins of members that exist, good and bad; kept 180 days. A try at an account that nobody has leaves no row.
create table member.sign_in (
  id           bigint       generated always as identity primary key,
  member_id    bigint       not null references member.member,
  outcome      text         not null check (outcome in ('success', 'wrong-password', 'forbidden')),
  device_name  text         not null,
  place        text         not null default '', -- as in member.session
  network      text         not null default '',
  at           timestamptz  not null default platform.app_now()
);
create index sign_in_member on member.sign_in (member_id, id desc);
create index sign_in_at on member.sign_in (at);

-- Failed sign-ins of an account from a network, and of a network; forgotten after a quiet day.
create table member.sign_in_delay (
  key            text         primary key,
  failures       integer      not null check (failures >= 0),
  blocked_until  timestamptz  not null,
  counted_at     timestamptz  not null default platform.app_now()
);
create index sign_in_delay_counted_at on member.sign_in_delay (counted_at);

grant select, insert, update, delete on member.cool_down, member.device, member.sign_in, member.sign_in_delay to holdfast_app;
