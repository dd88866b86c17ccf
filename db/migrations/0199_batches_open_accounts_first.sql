-- Two postings of one statement each never wait for each other for ever, and a batch uses no request that it does not need.
-- A batch opened what was missing while it held the rest, and an entry that is likely to open accounts opens them first: each could hold what the other
-- waited for. It wrote its references in the order of its entries, too. An entry before one that needs a request used up its own, if there was one,
-- because `null and not ledger.use_request()` calls it; where that entry was posted already, the request then named a number without an entry.
-- Invariants: those of 0119.
--   Whoever posts opens accounts in the order of their keys, then holds them in that order, then uses requests and writes references, each in the order
--   of the references. Who waits in one of these has begun none of the later ones, so it is waited for by none that it could wait for.

-- As in 0119.
create or replace function ledger.post_lines(
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
  guarded      boolean[] := '{}'; -- by entry: it needs an approved request
  unopened     integer; -- the first account that there is not, and cannot be
  refused      integer; -- the first account that is unknown, or known as another member's
  a            integer;
  e            integer;
begin
  -- Whoever holds an account here waits for no opening, and is waited for by none that this batch could wait for.
  if exists (select from unnest(account_keys) k(key) where (select x.id from ledger.account x where x.key = k.key) is null) then
    unopened := ledger.open_accounts(account_keys, account_members);
  end if;
  select least(unopened, min(x.ordinal) filter (where x.member_id is distinct from account_members[x.ordinal])),
    array_agg(x.id order by x.ordinal), array_agg(x.balance order by x.ordinal),
    array_agg(x.version order by x.ordinal), array_agg(x.coin order by x.ordinal),
    array_agg(x.kind order by x.ordinal), array_agg(case when x.may_owe then x.kind end order by x.ordinal)
  into refused, ids, sums, numbers, coins, kinds, owing
  from (
    select w.ordinal, x.id, x.balance, x.version, x.coin, x.member_id, x.may_owe, x.kind
    from (select k.key, k.ordinal from unnest(account_keys) with ordinality k(key, ordinal) order by k.key collate "C") w
    cross join lateral (select * from ledger.account y where y.key = w.key for no key update) x
  ) x;
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
  if array_upper(guarded, 1) > 1 then
    perform from ledger.request r where r.reference = any(entry_references) order by r.reference for no key update;
  end if;
  for e in 1..coalesce(array_upper(guarded, 1), 0) loop
    if coalesce(guarded[e], false) and not ledger.use_request(entry_references[e], entry_kinds[e], entry_coins[e], entry_ids[e],
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
    where posted_ids[l.entry] is null
    order by entry_references[l.entry], l.line; -- two batches of the same references wait for each other instead of for ever
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
