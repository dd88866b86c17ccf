-- To link new lines of the audit log, each is looked up by its number. A join of both tables went through the whole log where PostgreSQL expected many lines without a link.
-- Invariants: those of 0040 and 0110.

create or replace function platform.link_audit(batch integer) returns integer
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  set enable_seqscan = 'off'
as $$
declare
  last   platform.audit_link;
  line   record;
  ids    bigint[] := '{}';
  hashes bytea[] := '{}';
begin
  if not pg_try_advisory_xact_lock(hashtextextended('holdfast audit chain', 0)) then
    return 0;
  end if;
  select * into last from platform.audit_link order by seq desc limit 1;
  last.hash := coalesce(last.hash, '\x');
  for line in
    select a.id, convert_to(platform.audit_text(a), 'UTF8') as content
    from (select audit_id from platform.audit_unlinked order by audit_id limit batch) u
    -- The bound keeps each line a look-up of its own.
    cross join lateral (select * from platform.audit x where x.id = u.audit_id limit 1) a
    order by u.audit_id
  loop
    last.hash := sha256(last.hash || line.content);
    ids := array_append(ids, line.id);
    hashes := array_append(hashes, last.hash);
  end loop;
  if ids <> '{}' then
    insert into platform.audit_link (seq, audit_id, hash)
    select coalesce(last.seq, 0) + l.number, l.id, l.hash from unnest(ids, hashes) with ordinality l(id, hash, number);
    delete from platform.audit_unlinked where audit_id = any(ids);
  end if;
  return cardinality(ids);
end
$$;
