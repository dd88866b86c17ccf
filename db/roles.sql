-- Who may touch what.
--   The owner (the user of the migrations) owns every schema, table and function. The product never connects as the owner.
--   holdfast_app is a group: it may do what each migration grants it and nothing more; above all it has no INSERT, UPDATE or DELETE on the
--   ledger's entries and postings (0002). The product connects with a login that is its only kind of member (packages/database/src/
--   app-login.ts). That login is no member of the owner, so no SET ROLE leads up.
-- Runs before the migrations, each time, and changes nothing the second time: privileges of the database itself are part of no dump and no
-- template. Its user needs CREATEROLE once.

do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'holdfast_app') then
    create role holdfast_app nologin;
  end if;
exception when duplicate_object or unique_violation then
  null; -- another database of this server is being set up at the same moment
end
$$;

-- A temporary schema is searched before all others unless a function says where it comes: nobody may have one.
do $$
begin
  execute format('revoke temporary on database %I from public, holdfast_app', current_database());
  revoke create on schema public from public;
  -- A function is born with EXECUTE for everybody; from here on only with what its migration grants.
  alter default privileges revoke execute on functions from public;
end
$$;
