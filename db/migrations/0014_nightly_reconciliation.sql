-- The nightly check of the whole ledger.
-- Invariants:
--   one row a night says how far the check has come, so that a worker that dies loses one piece, and two workers never check the same;
--   a finding is never changed or removed by the application: who could bend the books could not bend what was found.

create table ledger.reconciliation (
  night       date         primary key,
  part        text         not null default 'ledger' check (part in ('ledger', 'accounts', 'entries')),
  after_id    bigint       not null default 0,
  until_id    bigint       not null default 0,
  pieces      integer      not null default 0,
  findings    integer      not null default 0,
  started_at  timestamptz  not null default platform.app_now(),
  ended_at    timestamptz
);
comment on column ledger.reconciliation.until_id is 'the newest row when the part began: what is posted meanwhile is for the next night';

create table ledger.finding (
  id        bigint       generated always as identity primary key,
  night     date         not null references ledger.reconciliation,
  rule      text         not null,
  subject   text         not null,
  expected  text         not null,
  found     text         not null,
  at        timestamptz  not null default platform.app_now()
);
create index finding_of_night on ledger.finding (night);

grant select, insert, update on ledger.reconciliation to holdfast_app;
grant select, insert on ledger.finding to holdfast_app;
