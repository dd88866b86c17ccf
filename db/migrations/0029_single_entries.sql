-- A single entry, which is what nearly every call posts, is posted by one statement.
-- Invariants: those of 0002 and 0016. Whatever the one statement does not do by itself, it leaves wholly undone for ledger.post_batch(), which is
-- the ledger.post() of 0016: refusals, repeats, entries that need a request, batches. Both lock accounts in the order of their ids.
-- The answer is one row per line instead of one per entry with arrays.

drop function ledger.post(text[], bigint[], text[], text[], text[], integer[], integer[], bigint[]);

create function ledger.post_batch(
  account_keys      text[],
  account_members   bigint[],
  entry_references  text[],
  entry_kinds       text[],
  entry_coins       text[],
  line_entries      integer[],
  line_accounts     integer[],
  line_amounts      bigint[]
) returns table (line integer, entry_id bigint, replayed boolean, posted_at timestamptz, balance bigint, version bigint)
  language plpgsql
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = 'force_generic_plan'
  set enable_seqscan = 'off'
as $$
#variable_conflict use_column
declare
  at_time      timestamptz;
  ids          bigint[]; -- by account, as are the next four
  sums         bigint[];
  numbers      bigint[];
  coins        text[];
  kinds        text[];
  owing        text[]; -- by account: its kind if it may owe, and so make coin
  entry_ids    bigint[] := '{}';
  lasts        integer[] := '{}'; -- by entry: its last line
  posted_ids   bigint[]; -- by entry, where it was posted before; null as long as nothing in the batch was
  afters       bigint[] := line_amounts; -- by line: what its account says after it
  counts       bigint[] := line_amounts;
  found_count  integer;
  guarded      boolean[] := '{}'; -- by entry: it needs an approved request
  refused      integer; -- the first account that is unknown, or known as another member's
  a            integer;
  e            integer;
begin
  for attempt in 1..2 loop
    select count(*), min(x.ordinal) filter (where x.member_id is distinct from account_members[x.ordinal]),
      array_agg(x.id order by x.ordinal), array_agg(x.balance order by x.ordinal),
      array_agg(x.version order by x.ordinal), array_agg(x.coin order by x.ordinal),
      array_agg(x.kind order by x.ordinal), array_agg(case when x.may_owe then x.kind end order by x.ordinal)
    into found_count, refused, ids, sums, numbers, coins, kinds, owing
    from (
      select w.ordinal, x.id, x.balance, x.version, x.coin, x.member_id, x.may_owe, x.kind
      from unnest(account_keys) with ordinality w(key, ordinal) join ledger.account x on x.key = w.key
      order by x.id
      for no key update of x
    ) x;
    exit when found_count = cardinality(account_keys);
    refused := least(refused, ledger.open_accounts(account_keys, account_members));
    exit when refused is not null;
  end loop;
  if refused is not null then
    raise exception using errcode = 'HF002', message = 'no such account, or another member''s',
      detail = json_build_object('account', account_keys[refused],
        'entry', (select min(l.entry) - 1 from unnest(line_entries, line_accounts) l(entry, account) where l.account = refused));
  end if;

  at_time := clock_timestamp() + (platform.app_now() - now());
  for l in 1..cardinality(line_entries) loop
    e := line_entries[l];
    if lasts[e] is null then
      entry_ids[e] := nextval('ledger.entry_id');
    end if;
    lasts[e] := l;
  end loop;
  insert into ledger.entry (id, reference, kind, coin, lines, posted_at)
  select entry_ids[i], entry_references[i], entry_kinds[i], entry_coins[i], lasts[i] - coalesce(lasts[i - 1], 0), at_time
  from generate_series(1, cardinality(entry_references)) i
  order by entry_references[i] -- two batches that share references wait for each other in one order, too
  on conflict (reference) do nothing;
  get diagnostics found_count = row_count;
  if found_count < cardinality(entry_references) then
    posted_ids := ledger.find_replays(entry_ids, entry_references, entry_kinds, entry_coins, line_entries,
      array(select ids[w.account] from unnest(line_accounts) with ordinality w(account, line) order by w.line), line_amounts);
  end if;

  for l in 1..cardinality(line_entries) loop
    a := line_accounts[l];
    e := line_entries[l];
    if posted_ids[e] is null then
      if coins[a] <> entry_coins[e] then
        raise exception using errcode = 'HF003', message = 'the account is of another coin',
          detail = json_build_object('entry', e - 1, 'account', account_keys[a]);
      end if;
      sums[a] := sums[a] + line_amounts[l];
      numbers[a] := numbers[a] + 1;
      if owing[a] is not null then
        -- Whatever leaves such an account is new in members' hands; what arrives needs a request only where nothing arrives by itself.
        if line_amounts[l] < 0 or owing[a] in ('issuance', 'suspense') then
          guarded[e] := true;
        end if;
      elsif sums[a] < 0 then
        raise exception using errcode = 'HF001', message = 'the balance does not suffice',
          detail = json_build_object('entry', e - 1, 'account', account_keys[a]);
      end if;
    end if;
    afters[l] := sums[a];
    counts[l] := numbers[a];
  end loop;
  for e in 1..coalesce(array_upper(guarded, 1), 0) loop
    if guarded[e] and not ledger.use_request(entry_references[e], entry_kinds[e], entry_coins[e], entry_ids[e],
      array(select account_keys[l.account] from unnest(line_entries, line_accounts) l(entry, account) where l.entry = e),
      array(select l.amount from unnest(line_entries, line_amounts) l(entry, amount) where l.entry = e))
    then
      raise exception using errcode = 'HF007', message = 'no approved request allows this entry',
        detail = json_build_object('entry', e - 1);
    end if;
  end loop;

  with written as (
    insert into ledger.posting (entry_id, line, lines, account_id, member_id, coin, amount, balance_after, version)
    select entry_ids[l.entry], l.number - coalesce(lasts[l.entry - 1], 0), lasts[l.entry] - coalesce(lasts[l.entry - 1], 0),
      ids[l.account], account_members[l.account], coins[l.account], l.amount, l.after, l.count
    from unnest(line_entries, line_accounts, line_amounts, afters, counts) with ordinality
      l(entry, account, amount, after, count, number)
    where posted_ids[l.entry] is null
  )
  update ledger.account x
  set balance = w.balance, version = w.version, live = x.owner_kind <> 'order' or w.balance <> 0
  from unnest(ids, sums, numbers) w(id, balance, version)
  where x.id = w.id and x.version <> w.version;

  insert into ledger.journal (entry_id, member_id, posted_at, available, listed, in_order, on_hold, withdrawing, available_after,
    moves_available, direction, coin, kind, reference)
  select entry_ids[j.entry], j.member, at_time, j.available, j.listed, j.in_order, j.on_hold, j.withdrawing, j.available_after,
    j.available_after is not null, sign(j.available + j.listed + j.in_order + j.on_hold + j.withdrawing),
    entry_coins[j.entry], entry_kinds[j.entry], entry_references[j.entry]
  from (
    select l.entry, account_members[l.account] as member,
      coalesce(sum(l.amount) filter (where kinds[l.account] = 'available'), 0) as available,
      coalesce(sum(l.amount) filter (where kinds[l.account] = 'listing_reserve'), 0) as listed,
      coalesce(sum(l.amount) filter (where kinds[l.account] = 'order_escrow'), 0) as in_order,
      coalesce(sum(l.amount) filter (where kinds[l.account] = 'hold'), 0) as on_hold,
      coalesce(sum(l.amount) filter (where kinds[l.account] = 'withdrawing'), 0) as withdrawing,
      max(l.after) filter (where kinds[l.account] = 'available') as available_after
    from unnest(line_entries, line_accounts, line_amounts, afters) l(entry, account, amount, after)
    where posted_ids[l.entry] is null and account_members[l.account] is not null
    group by l.entry, account_members[l.account]
  ) j;

  return query
  select l.number::integer, coalesce(n.id, entry_ids[l.entry]), n.id is not null, coalesce(n.posted_at, at_time),
    coalesce(p.balance_after, l.after), coalesce(p.version, l.count)
  from unnest(line_entries, line_accounts, afters, counts) with ordinality l(entry, account, after, count, number)
  left join ledger.entry n on n.id = posted_ids[l.entry]
  left join ledger.posting p on p.entry_id = n.id and p.account_id = ids[l.account];
end
$$;

create function ledger.post(
  account_keys      text[],     -- the accounts of the batch, each once
  account_members   bigint[],   -- whose money each of them is
  entry_references  text[],
  entry_kinds       text[],
  entry_coins       text[],
  line_entries      integer[],  -- per line: the ordinal of its entry and of its account above, from 1, entries in order
  line_accounts     integer[],
  line_amounts      bigint[]
) returns table (line integer, entry_id bigint, replayed boolean, posted_at timestamptz, balance bigint, version bigint)
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = 'force_generic_plan'
  set enable_seqscan = 'off'
as $$
#variable_conflict use_column
begin
  if cardinality(entry_references) = 1 then
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
      exit when attempt = 2
        or not exists (select from unnest(account_keys) k(key) where not exists (select from ledger.account x where x.key = k.key))
        or ledger.open_accounts(account_keys, account_members) is not null;
    end loop;
  end if;
  return query select * from ledger.post_batch(account_keys, account_members, entry_references, entry_kinds, entry_coins, line_entries,
    line_accounts, line_amounts);
end
$$;

revoke all on function ledger.post, ledger.post_batch from public;
grant execute on function ledger.post to holdfast_app;
