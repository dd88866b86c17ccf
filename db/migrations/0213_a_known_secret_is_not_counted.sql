-- A transaction secret that the product knows again was counted as a try, flushed, and cleared at once: three writes for each release of a merchant.
-- Invariants: those of 0015, and
--   tries at one member come one after the other over all processes, also those that are not counted: each has seen every count before it. So of
--   many at once no more are compared than may be.
drop function member.count_secret_try;

-- Counts a try before it is compared, unless the same command has counted the same secret. `tries` is null where none are left: then
-- nothing may be compared. `known_hash` is the stored hash that the caller knows this secret to be right for: while that is the stored one and no
-- try is counted, this one is not counted either, and `is_known`.
create function member.count_secret_try(of_member bigint, of_rid text, proof bytea, tries_max integer, known_hash text default null)
returns table (secret_hash text, tries smallint, is_refused boolean, is_known boolean)
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  held member.credential;
  known member.secret_try;
begin
  -- A row lock would be a write, and a secret that is known writes nothing.
  perform pg_advisory_xact_lock(hashtextextended('secret try', of_member));
  -- Looked up without a known hash as well: how long the answer takes says nothing.
  if exists (select from member.credential c
             where c.member_id = of_member and c.secret_hash = coalesce(known_hash, '') and c.secret_tries = 0) then
    return query select known_hash, 0::smallint, false, true;
    return;
  end if;
  select * into strict held from member.credential c where c.member_id = of_member for no key update;
  if held.secret_hash is null then
    return query select null::text, null::smallint, false, false;
    return;
  end if;
  select * into known from member.secret_try t
  where t.member_id = of_member and t.rid = of_rid and t.proof_hmac = proof;
  if not found and held.secret_tries < tries_max then
    update member.credential c set secret_tries = c.secret_tries + 1 where c.member_id = of_member
    returning * into held;
    insert into member.secret_try (member_id, rid, proof_hmac) values (of_member, of_rid, proof) returning * into known;
  end if;
  return query select held.secret_hash, case when known.rid is not null then held.secret_tries end,
                      coalesce(known.is_refused, false), false;
end $$;
revoke execute on function member.count_secret_try from public;
grant execute on function member.count_secret_try to holdfast_app;
