-- How many members have answered a question, kept where it changes: counting went through every answer of every member.
-- Invariant: `used_by` is the number of the question's answers; whoever adds or removes an answer changes it in the same transaction.

alter table member.question add column used_by integer not null default 0 check (used_by >= 0);
update member.question q set used_by = (select count(*) from member.answer a where a.question_id = q.id);
