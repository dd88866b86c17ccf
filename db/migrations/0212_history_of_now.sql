-- What happened in an order and at a listing, what was said and shown there, and who decided on a name: the database says when. No code ever named these
-- times, but the grants let whoever had SQL on the application's connection write a line or a decision of another day, which a case or an auditor takes for evidence.
-- Invariants: those of 0009, 0046 and 0104.
--   the application chooses no time of a line of history.

revoke insert on orders.event, orders.listing_event, orders.thread_line, real_name.decision from holdfast_app;
grant insert (order_id, version, transition, event, actor, actor_id, from_state, to_state, detail) on orders.event to holdfast_app;
grant insert (listing_id, version, transition, event, actor, actor_id, from_state, to_state, detail) on orders.listing_event to holdfast_app;
grant insert (order_id, number, author, author_id, kind, text_sealed, english_sealed, file_id, file_type, file_bytes, event, event_version, suspicions)
  on orders.thread_line to holdfast_app;
grant insert (application_id, verdict, refusals, reason, operator_id) on real_name.decision to holdfast_app;
