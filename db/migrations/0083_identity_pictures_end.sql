-- Applications by the day of their decision, and the end of pictures that nobody needs any more.
-- Invariants:
--   a picture is deleted once, and what is left says when;
--   what evidences an approved identity, or waits for a review, is not deleted: the worker asks that under the row lock of the member.

-- Decisions of a day long ago, without those that came after it. It does what decision_by_verdict did.
create index decision_by_day on real_name.decision (verdict, decided_at, id);
drop index real_name.decision_by_verdict;

-- What was refused or taken back and whose pictures have not been looked at since: a queue, not a history.
create table real_name.ended (
  application_id  bigint       primary key references real_name.application,
  ended_at        timestamptz  not null default platform.app_now()
);
create index ended_at on real_name.ended (ended_at);

create table real_name.deleted_picture (
  file_id     text         primary key,
  deleted_at  timestamptz  not null default platform.app_now()
);

insert into real_name.ended (application_id, ended_at)
  select application_id, max(decided_at) from real_name.decision where verdict in ('refuse', 'reset') group by application_id;

grant select, insert, update, delete on real_name.ended to holdfast_app;
grant select, insert on real_name.deleted_picture to holdfast_app;
