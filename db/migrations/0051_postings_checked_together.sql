-- The same invariants as 0002 and 0021, at less work for each posting.

-- That a posting has its entry is asked once for each statement instead of once for each row. A foreign key would also lock the entry each
-- time, against a removal that nobody can make.
create function ledger.check_postings() returns trigger
  language plpgsql
  set search_path = ''
  set enable_seqscan = 'off'
as $$
begin
  if exists (
    select from added p
    where not exists (select from ledger.entry e where e.id = p.entry_id and e.lines = p.lines)
  ) then
    raise exception using errcode = 'foreign_key_violation', message = 'a posting has no entry of its size';
  end if;
  return null;
end
$$;
create trigger posting_has_entry after insert on ledger.posting
  referencing new table as added for each statement execute function ledger.check_postings();
alter table ledger.posting drop constraint posting_entry_id_lines_fkey;

-- As in 0021; the accounts are locked and read by one statement, without a loop over its rows.
create or replace function ledger.post(
  account_keys      text[],     -- the accounts of the batch, each once
  account_members   bigint[],   -- whose money each of them is
  entry_references  text[],
  entry_kinds       text[],
  entry_coins       text[],
  line_entries      integer[],  -- per line: the ordinal of its entry and of its account above, from 1, entries in order
  line_accounts     integer[],
  line_amounts      bigint[]
) returns table (entry_id bigint, replayed boolean, posted_at timestamptz, balances bigint[], versions bigint[])
  language plpgsql security definer
  set search_path = ''
  set plan_cache_mode = 'force_generic_plan'
  set enable_seqscan = 'off'
as $$
#variable_conflict use_column
declare
  at_time      timestamptz := platform.app_now();
  ids          bigint[]; -- by account, as are the next three
  sums         bigint[];
  numbers      bigint[];
  coins        text[];
  entry_ids    bigint[] := '{}';
  lasts        integer[] := '{}'; -- by entry: its last line
  posted_ids   bigint[]; -- by entry, where it was posted before; null as long as nothing in the batch was
  afters       bigint[] := line_amounts; -- by line: what its account says after it
  counts       bigint[] := line_amounts;
  found_count  integer;
  refused      integer; -- the first account that is unknown, or known as another member's
  a            integer;
  e            integer;
begin
  for attempt in 1..2 loop
    select count(*), min(x.ordinal) filter (where x.member_id is distinct from account_members[x.ordinal]),
      array_agg(x.id order by x.ordinal), array_agg(x.balance order by x.ordinal),
      array_agg(x.version order by x.ordinal), array_agg(x.coin order by x.ordinal)
    into found_count, refused, ids, sums, numbers, coins
    from (
      select w.ordinal, x.id, x.balance, x.version, x.coin, x.member_id
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
      if sums[a] < 0 and not (select x.may_owe from ledger.account x where x.id = ids[a]) then
        raise exception using errcode = 'HF001', message = 'the balance does not suffice',
          detail = json_build_object('entry', e - 1, 'account', account_keys[a]);
      end if;
    end if;
    afters[l] := sums[a];
    counts[l] := numbers[a];
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

  for e in 1..cardinality(entry_references) loop
    replayed := posted_ids[e] is not null;
    if replayed then
      entry_id := posted_ids[e];
      select n.posted_at, array_agg(p.balance_after order by l.line), array_agg(p.version order by l.line)
      into posted_at, balances, versions
      from unnest(line_entries, line_accounts) with ordinality l(entry, account, line)
      join ledger.posting p on p.entry_id = posted_ids[e] and p.account_id = ids[l.account]
      join ledger.entry n on n.id = p.entry_id
      where l.entry = e
      group by n.posted_at;
    else
      entry_id := entry_ids[e];
      posted_at := at_time;
      balances := afters[coalesce(lasts[e - 1], 0) + 1 : lasts[e]];
      versions := counts[coalesce(lasts[e - 1], 0) + 1 : lasts[e]];
    end if;
    return next;
  end loop;
end
$$;
