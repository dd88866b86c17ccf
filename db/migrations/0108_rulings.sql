-- What operators have decided about an order, and on what it rests.
-- Invariants:
--   every ruling stands on a case, also that of an order that nobody complained about: its case is opened and closed by it;
--   whoever agreed is somebody other than who ruled.

alter table orders.case_file
  add column evidence text[] not null default '{}',
  add column approved_by bigint check (approved_by <> closed_by),
  add constraint case_file_ruled check (closed_at is not null or (cardinality(evidence) = 0 and approved_by is null));
comment on column orders.case_file.evidence is 'names of events, lines of the thread, cases and files that the ruling rests on';
comment on column orders.case_file.approved_by is 'the second operator, where it took two';
