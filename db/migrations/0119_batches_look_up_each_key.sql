-- A batch finds each account and each reference by a look-up of its own, whatever PostgreSQL knows of the tables. A plan is kept as long as the
-- connection, and while the tables were new it read all their keys once to get them in order.
-- Invariants: those of 0090. Accounts are held in the order of their keys, as ledger.post() holds them.

-- As in 0078.
create or replace function ledger.open_missing(keys text[], members bigint[]) returns void
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into ledger.account (owner_kind, owner_id, kind, coin, shard, may_owe, member_id, key)
  select h.owner_kind, split_part(w.key, '/', 2), h.kind, c.code, split_part(w.key, '/', 5)::smallint, h.may_owe, w.member, w.key
  from unnest(keys, members) with ordinality w(key, member, ordinal)
  join ledger.chart h on h.owner_kind = split_part(w.key, '/', 1) and h.kind = split_part(w.key, '/', 3)
  join ledger.coin c on c.code = split_part(w.key, '/', 4)
  where (select x.id from ledger.account x where x.key = w.key) is null
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
    where w.owner > 1 or (select x.id from ledger.account x where x.key = w.key) is null);
end
$$;

-- As in 0012.
create or replace function ledger.find_replays(
  entry_ids bigint[], entry_references text[], entry_kinds text[], entry_coins text[],
  line_entries integer[], line_account_ids bigint[], line_amounts bigint[]
) returns bigint[] -- per entry the number it was posted under, or null
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
declare
  posted   bigint[] := array_fill(null::bigint, array[cardinality(entry_ids)]);
  earlier  record;
begin
  for earlier in
    select w.ordinal, e.id, e.kind = entry_kinds[w.ordinal] and e.coin = entry_coins[w.ordinal] and not exists (
      (select p.account_id, p.amount from ledger.posting p where p.entry_id = e.id)
      except
      (select l.account_id, l.amount from unnest(line_entries, line_account_ids, line_amounts) l(entry, account_id, amount)
       where l.entry = w.ordinal)
    ) and e.lines = (select count(*) from unnest(line_entries) l(entry) where l.entry = w.ordinal) as same
    from unnest(entry_references) with ordinality w(reference, ordinal)
    -- The bound keeps each reference a look-up of its own.
    cross join lateral (select x.* from ledger.entry x where x.reference = w.reference limit 1) e
    where e.id <> entry_ids[w.ordinal]
    order by w.ordinal
  loop
    if not earlier.same then
      raise exception using errcode = 'HF005', message = 'the reference is posted with other content',
        detail = json_build_object('entry', earlier.ordinal - 1);
    end if;
    posted[earlier.ordinal] := earlier.id;
  end loop;
  return posted;
end
$$;

-- As in 0090.
create or replace function ledger.post_batch(
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
  set enable_mergejoin = 'off'
  set enable_hashjoin = 'off'
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
      from (select k.key, k.ordinal from unnest(account_keys) with ordinality k(key, ordinal) order by k.key collate "C") w
      cross join lateral (select * from ledger.account y where y.key = w.key for no key update) x
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
  -- Whoever posts the same content holds the same accounts, so a repeat of it is seen here.
  if exists (select from ledger.posting p where p.reference = any(entry_references) and p.line = 1) then
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

  begin
    insert into ledger.posting (entry_id, line, lines, account_id, member_id, coin, amount, balance_after, version, kind, reference, posted_at)
    select entry_ids[l.entry], l.line, lasts[l.entry] - coalesce(lasts[l.entry - 1], 0),
      ids[l.account], account_members[l.account], coins[l.account], l.amount, l.after, l.count,
      case l.line when 1 then entry_kinds[l.entry] end, case l.line when 1 then entry_references[l.entry] end,
      at_time
    from (
      select l.*, l.number - coalesce(lasts[l.entry - 1], 0) as line
      from unnest(line_entries, line_accounts, line_amounts, afters, counts) with ordinality l(entry, account, amount, after, count, number)
    ) l
    where posted_ids[l.entry] is null;
  exception when unique_violation then
    -- Somebody who holds other accounts has posted one of the references meanwhile: HF005.
    perform ledger.find_replays(entry_ids, entry_references, entry_kinds, entry_coins, line_entries,
      array(select ids[w.account] from unnest(line_accounts) with ordinality w(account, line) order by w.line), line_amounts);
    raise;
  end;
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

  if posted_ids is null then
    return query
    select l.number::integer, entry_ids[l.entry], false, at_time, l.after, l.count
    from unnest(line_entries, afters, counts) with ordinality l(entry, after, count, number);
    return;
  end if;
  return query
  select l.number::integer, coalesce(p.entry_id, entry_ids[l.entry]), p.entry_id is not null, coalesce(p.posted_at, at_time),
    coalesce(p.balance_after, l.after), coalesce(p.version, l.count)
  from unnest(line_entries, line_accounts, afters, counts) with ordinality l(entry, account, after, count, number)
  -- `+ 0`: among the few of its entry, not among all of its account.
  left join ledger.posting p on p.entry_id = posted_ids[l.entry] and p.account_id + 0 = ids[l.account];
end
$$;
