-- A line of the audit log says what happens now, and can be linked.
-- Whoever had SQL on the application's connection could write lines of any number and any time: of last year, which the day's search then shows among
-- those of last year, or of infinity, with which no page of the console can be made. And one line of a detail that is longer as text than PostgreSQL makes a text
-- ended the chain: linking failed at it for ever after, and no later line was ever linked.
-- Invariants: those of 0040.
--   the application chooses neither the number nor the time of a line;
--   every line can be turned into the text that is hashed.

revoke insert on platform.audit from holdfast_app;
grant insert (actor, action, subject, detail) on platform.audit to holdfast_app;

-- A reason and a note are a few kilobytes at most. What is written stays as it is.
alter table platform.audit add constraint audit_detail_is_short check (octet_length(detail::text) <= 65536) not valid;
