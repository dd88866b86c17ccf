-- Real-name verification: what members hand in, what reviewers decide, and which identity belongs to which account.
-- Invariants:
--   an application is never edited: a member who sends something again adds a version, and what reviewers decide are rows of their own;
--   a member has one application waiting at most; each is approved or refused once, and can be reset once after that;
--   an identity number is claimed by one approved application at most, and an approval without its claim is refused: one person, one account;
--   what was only handed in claims nothing, so nobody can block somebody else's identity;
--   what identifies a person is sealed; the pictures are files of the asset store, named by their ids.

create schema real_name;
grant usage on schema real_name to holdfast_app;

create table real_name.application (
  id              bigint       generated always as identity primary key,
  member_id       bigint       not null,
  version         integer      not null check (version > 0),
  document        text         not null check (document in ('national-id', 'resident-certificate')),
  details_sealed  bytea        not null,
  front_file      text         not null,
  back_file       text         not null,
  selfie_file     text         not null,
  sent            text[]       not null check (cardinality(sent) > 0 and sent <@ array['details', 'front', 'back', 'selfie']),
  submitted_at    timestamptz  not null default platform.app_now(),
  closed_at       timestamptz,
  unique (member_id, version)
);
comment on column real_name.application.details_sealed is 'JSON: name, number and date of birth';
comment on column real_name.application.sent is 'what this version brought; the rest is as the version before had it';
comment on column real_name.application.closed_at is 'when it was approved or refused';
create unique index application_waits_once on real_name.application (member_id) where closed_at is null;
create index application_waiting on real_name.application (id) where closed_at is null;

create table real_name.decision (
  id              bigint       generated always as identity primary key,
  application_id  bigint       not null references real_name.application,
  verdict         text         not null check (verdict in ('approve', 'refuse', 'reset')),
  refusals        jsonb        not null default '[]' check (jsonb_typeof(refusals) = 'array' and (refusals <> '[]') = (verdict = 'refuse')),
  reason          text         not null default '' check ((reason <> '') = (verdict = 'reset')),
  operator_id     bigint       not null,
  decided_at      timestamptz  not null default platform.app_now()
);
create unique index decision_once on real_name.decision (application_id, (verdict = 'reset'));
create index decision_by_verdict on real_name.decision (verdict, id);

-- Which applications name a number, to find them: any number of them.
create table real_name.number_lookup (
  hash            bytea   not null check (octet_length(hash) = 33),
  application_id  bigint  not null references real_name.application,
  primary key (hash, application_id)
);
create index number_lookup_of_application on real_name.number_lookup (application_id);

-- Which application a number belongs to: one.
create table real_name.claim_lookup (
  hash            bytea   primary key check (octet_length(hash) = 33),
  application_id  bigint  not null references real_name.application
);
create index claim_lookup_of_application on real_name.claim_lookup (application_id);

create function real_name.check_claim() returns trigger
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (select from real_name.claim_lookup c where c.application_id = new.application_id) then
    raise exception using errcode = 'check_violation', constraint = 'approval_has_its_claim',
      message = format('application %s is approved and claims no identity', new.application_id);
  end if;
  return null;
end
$$;
create constraint trigger approval_has_its_claim after insert on real_name.decision
  deferrable initially deferred
  for each row when (new.verdict = 'approve') execute function real_name.check_claim();

grant select, insert on real_name.application, real_name.decision to holdfast_app;
-- Sealed columns change with the keys alone.
grant update (closed_at, details_sealed) on real_name.application to holdfast_app;
grant select, insert, delete on real_name.number_lookup, real_name.claim_lookup to holdfast_app;
-- A sealed column is bound to its row's number, so the application draws the number itself.
grant usage on sequence real_name.application_id_seq to holdfast_app;

-- A review changes what the member's profile says: open apps read it again.
alter table platform.outbox drop constraint outbox_topic_check;
alter table platform.outbox add constraint outbox_topic_check
  check (topic in ('inbox', 'orders', 'balance', 'listings', 'market', 'profile', 'ended'));
