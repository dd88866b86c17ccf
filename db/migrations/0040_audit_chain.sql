-- The audit log is a chain: each line's hash covers the line before it.
-- Invariants:
--   a line of the audit log, and its link, is never changed or removed by the application;
--   every line gets a link, in the order in which transactions commit: nobody waits for another one to write a line, a worker links them.
-- Whoever keeps a hash elsewhere (the server's log says the newest one every night) can tell whether a line before it was touched.

create index audit_actor on platform.audit (actor, id);
create index audit_subject on platform.audit (subject, id);
create index audit_action on platform.audit (action, id);
create index audit_at on platform.audit (at, id);

create table platform.audit_unlinked (
  audit_id  bigint primary key
);
create table platform.audit_link (
  seq       bigint       primary key,
  audit_id  bigint       not null unique,
  hash      bytea        not null check (octet_length(hash) = 32)
);

-- A line as the text that is hashed.
create function platform.audit_text(line platform.audit) returns text
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_array(line.id::text, to_char(line.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), line.actor, line.action,
    line.subject, line.detail)::text
$$;

create function platform.note_audit() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into platform.audit_unlinked (audit_id) values (new.id);
  return null;
end
$$;
create trigger audit_is_linked after insert on platform.audit for each row execute function platform.note_audit();

create function platform.refuse_audit_change() returns trigger
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception using errcode = 'insufficient_privilege', message = 'the audit log is append-only';
end
$$;
create trigger audit_is_append_only before update or delete or truncate on platform.audit
  for each statement execute function platform.refuse_audit_change();
create trigger audit_link_is_append_only before update or delete or truncate on platform.audit_link
  for each statement execute function platform.refuse_audit_change();

-- Links up to `batch` lines; says how many. One at a time: the last link is what the next one is made of.
create function platform.link_audit(batch integer) returns integer
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  last   platform.audit_link;
  line   platform.audit;
  linked integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('holdfast audit chain', 0)) then
    return 0;
  end if;
  select * into last from platform.audit_link order by seq desc limit 1;
  for line in
    select a.* from platform.audit_unlinked u join platform.audit a on a.id = u.audit_id order by u.audit_id limit batch
  loop
    last.seq := coalesce(last.seq, 0) + 1;
    last.hash := sha256(coalesce(last.hash, '\x') || convert_to(platform.audit_text(line), 'UTF8'));
    insert into platform.audit_link (seq, audit_id, hash) values (last.seq, line.id, last.hash);
    delete from platform.audit_unlinked where audit_id = line.id;
    linked := linked + 1;
  end loop;
  return linked;
end
$$;

insert into platform.audit_unlinked (audit_id) select id from platform.audit;

revoke all on all functions in schema platform from public;
grant execute on function platform.link_audit, platform.audit_text to holdfast_app;
grant execute on function platform.app_now to holdfast_app;
grant select on platform.audit_link, platform.audit_unlinked to holdfast_app;
