-- What the database refuses even to whoever controls the application's connection.
-- Invariants:
--   a function that runs with its owner's rights searches pg_catalog first and the caller's temporary schema last, so no type, table or
--   operator of the caller's can stand in for one of ours;
--   nobody may execute a function of ours without a grant.

alter function platform.set_clock set search_path = pg_catalog, pg_temp;
alter function ledger.check_entry set search_path = pg_catalog, pg_temp;
alter function ledger.check_postings set search_path = pg_catalog, pg_temp;
alter function ledger.refuse_change set search_path = pg_catalog, pg_temp;
alter function ledger.open_accounts set search_path = pg_catalog, pg_temp;
alter function ledger.find_replays set search_path = pg_catalog, pg_temp;
alter function ledger.post set search_path = pg_catalog, pg_temp;

revoke all on all functions in schema platform, ledger from public;
-- The body of app_now() is parsed when it is created, so it needs no search path, and without one it can be inlined wherever it stands.
grant execute on function platform.app_now to holdfast_app;
