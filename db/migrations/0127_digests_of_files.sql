-- What a file of evidence says of a picture or a PDF: the SHA-256 of its stored bytes, from the moment at which they were stored. Files from before
-- have none.
alter table assets.file add column digest bytea;
comment on column assets.file.digest is 'SHA-256 of the bytes as they were stored';

-- As in 0110.
create or replace function assets.check_file(f assets.file) returns boolean
  language plpgsql immutable
  set search_path = pg_catalog, pg_temp
as $$
declare
  broken text := case
    when f.id !~ '^[A-Za-z0-9_-]{22}$' then 'id'
    when f.purpose !~ '^[a-z-]{1,32}$' then 'purpose'
    when f.state not in ('awaited', 'stored', 'refused', 'removed') then 'state'
    when not f.bytes > 0 then 'bytes'
    when (f.state = 'refused') <> (f.refusal is not null) then 'refusal'
    when (f.state in ('awaited', 'stored')) <> (f.key_sealed is not null) then 'key'
    when (f.state = 'stored') <> (f.type is not null and f.bytes is not null) then 'stored'
    when f.claimed_by is not null and f.state not in ('stored', 'removed') then 'claimed'
    when f.code_sealed is not null and f.state <> 'stored' then 'code'
    when octet_length(f.digest) <> 32 then 'digest'
  end;
begin
  if broken is not null then
    raise exception using errcode = 'check_violation', schema = 'assets', table = 'file', constraint = 'file_' || broken,
      message = format('file %s breaks the rule "%s"', f.id, broken);
  end if;
  return true;
end
$$;
