-- Invariant: while a cool-down of a member runs, no money leaves by new ways. One row for each cause; a later start can only lengthen it.
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
  id             bigint       generated always as identity unique,
  member_id      bigint       not null references member.member,
  install_id     text         not null check (install_id ~ '^[0-9a-f]{32}$'),
  name           text         not null,
  place          text         not null,
  first_seen_at  timestamptz  not null default platform.app_now(),
  last_seen_at   timestamptz  not null default platform.app_now(),
  primary key (member_id, install_id)
);
-- Its id is for the wire: whoever knew an install id could pass for that device.
insert into member.device (member_id, install_id, name, place, first_seen_at, last_seen_at)
select distinct on (member_id, install_id) member_id, install_id, device_name, place,
       min(created_at) over pair, max(active_at) over pair
from member.session window pair as (partition by member_id, install_id)
order by member_id, install_id, created_at desc;

-- Sign-ins of members that exist, good and bad; kept 180 days. A try counts as bad until the password was compared. A try at an account
-- nobody has leaves no row.
create table member.sign_in (
  id           bigint       generated always as identity primary key,
  member_id    bigint       not null references member.member,
  outcome      text         not null check (outcome in ('success', 'wrong-password', 'forbidden')),
  device_name  text         not null,
  place        text         not null,
  at           timestamptz  not null default platform.app_now()
);
create index sign_in_member on member.sign_in (member_id, id desc);
create index sign_in_at on member.sign_in (at);

-- Failed sign-ins of an account from a network, and of a network; forgotten after a quiet day. A try is counted before the password is
-- compared, so of any number of guesses at once only the free ones are compared.
create table member.sign_in_delay (
  key            text         primary key,
  failures       integer      not null check (failures >= 0),
  blocked_until  timestamptz  not null,
  counted_at     timestamptz  not null default platform.app_now()
);
create index sign_in_delay_counted_at on member.sign_in_delay (counted_at);

-- Set by the member ("I lost my phone"); no sign-in until the account was recovered.
alter table member.member add frozen_at timestamptz;

grant select, insert, update, delete on member.cool_down, member.device, member.sign_in_delay to holdfast_app;
grant select, insert, update, delete on member.sign_in to holdfast_app;
