-- Cases: what operators decide about an order, and the last reminder of a payee.
-- Invariants:
--   an order has at most one open case; one in STUCK_CASE has exactly one;
--   a case says who opened it, by which event and from which state, and that never changes; what a member wrote in it is sealed;
--   a case is closed once, by the event that ended it.
-- Who works on a case is a claim (`review.claim`, kind 'case'), as with everything else that operators work on.

create table orders.case_file (
  id                    bigint       generated always as identity primary key,
  order_id              bigint       not null references orders.orders,
  opened_by             text         not null check (opened_by in ('payer', 'payee', 'system', 'operator', 'risk')),
  event                 text         not null check (event ~ '^[a-z]+(-[a-z]+)*$'),
  previous_state        text         not null check (previous_state in ('ACCEPT_WAIT', 'LOCKED', 'GRACE', 'PAID', 'STUCK_SELF', 'FINISHED', 'CANCELLED',
                                       'AUTO_CANCELLED', 'FORCE_CANCELLED')),
  reason                text         check (reason ~ '^[a-z]+(-[a-z]+)*$'),
  text_sealed           bytea,
  proof_ids             text[]       not null default '{}',
  opened_at             timestamptz  not null default platform.app_now(),
  first_answer_due_at   timestamptz  not null,
  ruling_due_at         timestamptz  not null,
  escalates_at          timestamptz  not null,
  first_answered_at     timestamptz,
  closed_at             timestamptz,
  outcome               text         check (outcome ~ '^[a-z]+(-[a-z]+)*$'),
  closed_by             bigint,
  ruling_reason         text         check (ruling_reason ~ '^[a-z]+(-[a-z]+)*$'),
  ruling_text_sealed    bytea,
  check ((closed_at is null) = (outcome is null)),
  check (closed_at is not null or num_nonnulls(closed_by, ruling_reason, ruling_text_sealed) = 0)
);
create unique index case_file_open_of_order on orders.case_file (order_id) where closed_at is null;
create index case_file_of_order on orders.case_file (order_id, id);
create index case_file_open on orders.case_file (opened_at, id) where closed_at is null;
-- The board of stuck orders, the oldest first.
create index orders_stuck on orders.orders (duty_since, id) where state in ('STUCK_SELF', 'STUCK_CASE');
comment on column orders.case_file.event is 'the event of the machine that opened it';
comment on column orders.case_file.previous_state is 'the order''s when it was opened; an end where the case lies beside the order';
comment on column orders.case_file.text_sealed is 'what the member wrote who opened it';
comment on column orders.case_file.outcome is 'the event of the machine that ended it, or dismissed';
comment on column orders.case_file.closed_by is 'the operator who ruled; null where the parties ended it';
comment on column orders.case_file.ruling_text_sealed is 'what the operator wrote to both parties';

-- Cases that a fault has opened before there was this table.
insert into orders.case_file (order_id, opened_by, event, previous_state, reason, opened_at, first_answer_due_at, ruling_due_at, escalates_at)
select o.id, 'system', 'fault', coalesce(o.previous_state, 'LOCKED'), 'deadline-failed', coalesce(o.duty_since, o.locked_at),
  coalesce(o.duty_since, o.locked_at) + interval '30 minutes', coalesce(t.due_at, platform.app_now() + interval '1 day'),
  coalesce(o.duty_since, o.locked_at) + interval '72 hours'
from orders.orders o left join orders.timer t on t.order_id = o.id and t.name = 'ruling'
where o.state = 'STUCK_CASE';

alter table orders.timer
  drop constraint timer_name_check,
  add constraint timer_name_check check (name in ('accept', 'remindExtend', 'pay', 'grace', 'ackReminder', 'ackLastReminder', 'ack', 'cancelAck',
    'self', 'firstAnswer', 'ruling', 'escalation'));

grant select, insert, update on orders.case_file to holdfast_app;
-- A sealed column is bound to its row's number, so the application draws the number itself.
grant usage on sequence orders.case_file_id_seq to holdfast_app;
