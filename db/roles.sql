-- Who may touch what.
--   The owner (the user of the migrations) owns every schema, table and function.
--   holdfast_app is what the product runs as: it logs in as nobody, a connection becomes it by SET ROLE. It may do what each migration
--   grants it and nothing more; above all it has no INSERT, UPDATE or DELETE on the ledger's entries and postings (0002).
-- Runs before the migrations, each time, and changes nothing the second time. Its user needs CREATEROLE once.

do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'holdfast_app') then
    create role holdfast_app nologin;
  end if;
exception when duplicate_object or unique_violation then
  null; -- another database of this server is being set up at the same moment
end
$$;

-- From PostgreSQL 16 on, whoever creates a role may grant it but may not yet become it.
do $$
begin
  set local role holdfast_app;
  reset role;
exception when insufficient_privilege then
  execute format('grant holdfast_app to %I', session_user);
end
$$;
