-- A lock opens the escrow of its order before it posts, instead of finding it missing, opening it and posting again.
-- Invariants: those of 0012 and 0029. What may be opened is said in one place, ledger.open_missing(); what could not be is refused as before, and a
-- refusal undoes what was opened.

create function ledger.open_missing(keys text[], members bigint[]) returns void
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into ledger.account (owner_kind, owner_id, kind, coin, shard, may_owe, member_id, key)
  select h.owner_kind, split_part(w.key, '/', 2), h.kind, c.code, split_part(w.key, '/', 5)::smallint, h.may_owe, w.member, w.key
  from unnest(keys, members) with ordinality w(key, member, ordinal)
  join ledger.chart h on h.owner_kind = split_part(w.key, '/', 1) and h.kind = split_part(w.key, '/', 3)
  join ledger.coin c on c.code = split_part(w.key, '/', 4)
  where not exists (select from ledger.account x where x.key = w.key)
    -- One after the other: a part that is no number must not be read as one.
    and case when w.key ~ '^[a-z]+/[A-Za-z0-9_-]{1,64}/[a-z_]+/[A-Z]+/([0-9]|1[0-5])$'
      then split_part(w.key, '/', 5)::integer < h.shards and ledger.is_owner(h.owner_kind, split_part(w.key, '/', 2), w.member)
      else false end
  order by w.key, w.ordinal -- two openings of the same accounts wait for each other instead of for ever
  on conflict (key) do nothing;
end
$$;

-- As in 0012. Returns the ordinal of the first that cannot be opened, or null; then the caller refuses, which undoes the rest.
create or replace function ledger.open_accounts(keys text[], members bigint[]) returns integer
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform ledger.open_missing(keys, members);
  return (
    select min(w.ordinal)
    from (
      select n.key, n.ordinal, row_number() over (partition by n.key order by n.ordinal) as owner
      from unnest(keys) with ordinality n(key, ordinal)
    ) w
    where w.owner > 1 or not exists (select from ledger.account x where x.key = w.key));
end
$$;

-- As in 0029, with `opens`. Processes of the old version call it without.
drop function ledger.post(text[], bigint[], text[], text[], text[], integer[], integer[], bigint[]);
create function ledger.post(
  account_keys      text[],     -- the accounts of the batch, each once
  account_members   bigint[],   -- whose money each of them is
  entry_references  text[],
  entry_kinds       text[],
  entry_coins       text[],
  line_entries      integer[],  -- per line: the ordinal of its entry and of its account above, from 1, entries in order
  line_accounts     integer[],
  line_amounts      bigint[],
  opens             boolean default false -- an account of it is probably new, so it is opened before anything else is tried
) returns table (line integer, entry_id bigint, replayed boolean, posted_at timestamptz, balance bigint, version bigint)
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = 'force_generic_plan'
  set enable_seqscan = 'off'
as $$
#variable_conflict use_column
begin
  if cardinality(entry_references) = 1 then
    if opens then
      perform ledger.open_missing(account_keys, account_members);
    end if;
    -- A second time with the accounts that the first one found missing.
    for attempt in 1..2 loop
      return query
      with held as materialized (
        select l.number, l.amount, x.id, x.balance + l.amount as after, x.version + 1 as version, x.member_id, x.owner_kind, x.kind,
          x.coin = entry_coins[1] and x.member_id is not distinct from account_members[l.account]
            and case when x.may_owe then l.amount > 0 and x.kind not in ('issuance', 'suspense')
              else x.balance + l.amount >= 0 end as ordinary
        from unnest(line_accounts, line_amounts) with ordinality l(account, amount, number)
        join ledger.account x on x.key = account_keys[l.account]
        order by x.id
        for no key update of x
      ), entry as (
        -- From the held rows, so that number and time are taken while all of them are locked.
        insert into ledger.entry (id, reference, kind, coin, lines, posted_at)
        select nextval('ledger.entry_id'), entry_references[1], entry_kinds[1], entry_coins[1], count(*),
          clock_timestamp() + (platform.app_now() - now())
        from held
        having count(*) = cardinality(line_amounts) and bool_and(ordinary)
        on conflict (reference) do nothing
        returning id, lines, posted_at
      ), posting as (
        insert into ledger.posting (entry_id, line, lines, account_id, member_id, coin, amount, balance_after, version)
        select e.id, h.number, e.lines, h.id, h.member_id, entry_coins[1], h.amount, h.after, h.version
        from entry e cross join held h
      ), account as (
        update ledger.account x
        set balance = h.after, version = h.version, live = h.owner_kind <> 'order' or h.after <> 0
        from entry e cross join held h
        where x.id = h.id
      ), journal as (
        insert into ledger.journal (entry_id, member_id, posted_at, available, listed, in_order, on_hold, withdrawing, available_after,
          moves_available, direction, coin, kind, reference)
        select e.id, h.member_id, e.posted_at,
          coalesce(sum(h.amount) filter (where h.kind = 'available'), 0),
          coalesce(sum(h.amount) filter (where h.kind = 'listing_reserve'), 0),
          coalesce(sum(h.amount) filter (where h.kind = 'order_escrow'), 0),
          coalesce(sum(h.amount) filter (where h.kind = 'hold'), 0),
          coalesce(sum(h.amount) filter (where h.kind = 'withdrawing'), 0),
          max(h.after) filter (where h.kind = 'available'),
          bool_or(h.kind = 'available'), sign(sum(h.amount)), entry_coins[1], entry_kinds[1], entry_references[1]
        from entry e cross join held h
        where h.member_id is not null
        group by e.id, e.posted_at, h.member_id
      )
      select h.number::integer, e.id, false, e.posted_at, h.after, h.version from entry e cross join held h;
      if found then
        return;
      end if;
      exit when attempt = 2 or opens
        or not exists (select from unnest(account_keys) k(key) where not exists (select from ledger.account x where x.key = k.key))
        or ledger.open_accounts(account_keys, account_members) is not null;
    end loop;
  end if;
  return query select * from ledger.post_batch(account_keys, account_members, entry_references, entry_kinds, entry_coins, line_entries,
    line_accounts, line_amounts);
end
$$;

revoke all on function ledger.post, ledger.open_missing, ledger.open_accounts from public;
grant execute on function ledger.post to holdfast_app;
