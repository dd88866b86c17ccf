-- What a command counts, it counts once: a rate limit once per RID, a wrong transaction secret once per RID and secret.
-- Invariants:
--   of parallel copies of one RID the first that is counted lets the others pass, and one that the limit refuses lets none pass;
--   a try at a secret is counted in the transaction that remembers it, so a repeated one (same RID, same secret) finds it and counts no
--   further one, whichever node it comes to; a new secret forgets all tries.

create table platform.counted_command (
  actor       text              not null,
  rid         text              not null,
  expire      double precision  not null, -- in milliseconds, like platform.rate_limit
  primary key (actor, rid)
);
create index counted_command_expire on platform.counted_command (expire);

-- Counts a command against its limit unless its RID was counted before. Answers how many milliseconds to wait; 0 lets it pass.
create function platform.count_command(limit_key text, points_max integer, window_ms double precision, by_actor text, of_rid text)
returns double precision language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  now_ms constant double precision := extract(epoch from clock_timestamp()) * 1000;
  used integer;
  ends double precision;
begin
  -- First, because it takes the row lock: copies of one RID come one after the other from here on.
  insert into platform.rate_limit as counter (key, points, expire) values (limit_key, 1, now_ms + window_ms)
  on conflict (key) do update
  set points = case when counter.expire <= now_ms then 1 else counter.points + 1 end,
      expire = case when counter.expire <= now_ms then now_ms + window_ms else counter.expire end
  returning counter.points, counter.expire into used, ends;
  if exists (select from platform.counted_command where actor = by_actor and rid = of_rid) then
    update platform.rate_limit set points = points - 1 where key = limit_key;
    return 0;
  end if;
  if used > points_max then
    return greatest(1, ends - now_ms);
  end if;
  insert into platform.counted_command (actor, rid, expire) values (by_actor, of_rid, ends);
  return 0;
end $$;
revoke execute on function platform.count_command from public;

create table member.secret_try (
  member_id   bigint       not null references member.member,
  rid         text         not null,
  proof_hmac  bytea        not null check (octet_length(proof_hmac) = 32),
  is_refused  boolean      not null default false, -- compared, and wrong
  at          timestamptz  not null default platform.app_now(),
  primary key (member_id, rid, proof_hmac)
);
create index secret_try_at on member.secret_try (at);
comment on column member.secret_try.proof_hmac is 'keyed: six digits are found from a bare hash at once';

-- Counts a try before it is compared, unless the same command has counted the same secret. `tries` is null where none are left: then
-- nothing may be compared.
create function member.count_secret_try(of_member bigint, of_rid text, proof bytea, tries_max integer)
returns table (secret_hash text, tries smallint, is_refused boolean)
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  held member.credential;
  known member.secret_try;
begin
  -- The row lock makes tries at one member come one after the other.
  select * into strict held from member.credential c where c.member_id = of_member for no key update;
  if held.secret_hash is null then
    return query select null::text, null::smallint, false;
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
                      coalesce(known.is_refused, false);
end $$;
revoke execute on function member.count_secret_try from public;

grant select, insert, update, delete on platform.counted_command, member.secret_try to holdfast_app;
grant execute on function platform.count_command, member.count_secret_try to holdfast_app;
