-- Accounts at third-party pay apps: a QR code that payers scan, reviewed as bank cards are.
-- Invariants:
--   a row is never edited: a change is a new row of the same account, which has one current row;
--   an account is claimed by one approved row at most, over all members, whoever added it first;
--   an account that was refused says why, and no other one does;
--   it has the picture that its member has uploaded, or the operator who has added it without one.

create schema pay;
grant usage on schema pay to holdfast_app;

create table pay.account (
  id             bigint       generated always as identity primary key,
  account_id     bigint       not null references pay.account,
  version        integer      not null default 1 check (version > 0),
  member_id      bigint       not null,
  app            text         not null check (app ~ '^[a-z]{1,16}$'),
  code_sealed    bytea        not null,
  holder_sealed  bytea        not null,
  file_id        text,
  added_by       bigint,
  status         text         not null check (status in ('Review', 'NotApproved', 'Approved')),
  refusal        text         check (refusal in ('holder-differs', 'account-wrong', 'not-own', 'cannot-receive', 'other')),
  added_at       timestamptz  not null default platform.app_now(),
  made_at        timestamptz  not null default platform.app_now(),
  replaced_at    timestamptz,
  removed_at     timestamptz,
  unique (account_id, version),
  unique (id, status),
  check (refusal is null or status = 'NotApproved'),
  check ((file_id is null) = (added_by is not null))
);
comment on column pay.account.account_id is 'the account that this row is a version of, which is the id of its first row; listings name it';
comment on column pay.account.code_sealed is 'what the QR code says, as the server has read it';
comment on column pay.account.added_by is 'the operator who has added it from what the member told; another one approves it';
comment on column pay.account.added_at is 'when the account was bound: a change of the account sets it anew, a review does not';
comment on column pay.account.made_at is 'when this version was made: what waits for a review waits since then';
create unique index account_is_current_once on pay.account (account_id) where replaced_at is null;
create index account_of_member on pay.account (member_id) where removed_at is null and replaced_at is null;
-- What waits for a review, the oldest first.
create index account_by_status on pay.account (status, id) where removed_at is null and replaced_at is null;

create index account_waiting_since on pay.account (made_at) where status = 'Review' and removed_at is null and replaced_at is null;

-- Which approved account claims what a code points to; one row for each key that lives.
create table pay.account_lookup (
  hash            bytea   primary key check (octet_length(hash) = 33),
  account_id      bigint  not null,
  account_status  text    not null default 'Approved' check (account_status = 'Approved'),
  foreign key (account_id, account_status) references pay.account (id, status)
);
create index account_lookup_of_account on pay.account_lookup (account_id);

-- What a version says is never updated: the sealed columns only because keys change.
grant select, insert, update (replaced_at, removed_at, code_sealed, holder_sealed) on pay.account to holdfast_app;
grant usage on sequence pay.account_id_seq to holdfast_app;
grant select, insert, delete on pay.account_lookup to holdfast_app;

alter table assets.file
  add column code_sealed bytea,
  add check (code_sealed is null or state = 'stored');
comment on column assets.file.code_sealed is 'what the QR code of the picture says, where one is asked for';
