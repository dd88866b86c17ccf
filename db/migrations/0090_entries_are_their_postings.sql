-- An entry is its postings: no table of entries beside them, and one guard for all that makes them one.
-- Invariants: those of 0002 and 0016. What an entry is called (kind, reference) stands on its first posting, and ledger.entry shows entries as before.
--   The postings of an entry are written by one statement, which proves them: as many as each of them says, in one coin, that of their accounts, and
--   zero in sum. Their numbers are 1 to `lines`, so a second statement could only add one that is there already. No entry is without postings.
-- Accounts and postings are found one by one through their indexes, however many there are: with merge and hash joins a plan that was made while the
-- tables were small would read all of them for each batch.
-- ledger.post() changes the accounts of a single entry at once instead of holding them first and changing them then, in the order of their keys, as
-- ledger.post_batch() holds them. Whatever is not ordinary undoes this and is left to ledger.post_batch().

alter table ledger.posting
  add column kind text,
  add column reference text collate "C",
  add column posted_at timestamptz;
alter table ledger.posting disable trigger posting_is_append_only;
update ledger.posting p
set posted_at = e.posted_at, kind = case p.line when 1 then e.kind end, reference = case p.line when 1 then e.reference end
from ledger.entry e where p.entry_id = e.id;
alter table ledger.posting enable trigger posting_is_append_only;

do $$
begin
  if exists (
    select from ledger.entry e left join ledger.posting p on p.entry_id = e.id and p.line = 1 and p.reference = e.reference
      and p.coin = e.coin and p.lines = e.lines
    where p.entry_id is null
  ) then
    raise exception 'an entry has no first posting: run the check of the ledger before this migration';
  end if;
end
$$;
drop table ledger.entry;
drop trigger posting_has_entry on ledger.posting;
drop function ledger.check_entry, ledger.check_postings;

create unique index posting_reference on ledger.posting (reference) where line = 1;
-- PostgreSQL reads the text of a CHECK anew for each statement, a twentieth of a posting, so check_postings() asks this too.
alter table ledger.posting
  alter column posted_at set not null,
  drop constraint posting_shape;
comment on column ledger.posting.reference is 'of the entry, like its kind, on its first posting only';

create view ledger.entry as
  select entry_id as id, posted_at, lines, coin, kind, reference from ledger.posting where line = 1;
grant select on ledger.entry to holdfast_app;

-- All that makes postings an entry. The coin and the member are proven against the account, whatever the posting itself says.
create function ledger.check_postings() returns trigger
  language plpgsql
  set search_path = pg_catalog, pg_temp
  set enable_seqscan = 'off'
  set enable_mergejoin = 'off'
  set enable_hashjoin = 'off'
as $$
declare
  broken record;
begin
  select p.entry_id,
    bool_and(p.amount <> 0 and p.line between 1 and p.lines and num_nulls(p.kind, p.reference) = case p.line when 1 then 0 else 2 end) as shaped,
    bool_and((a.coin = p.coin and a.member_id is not distinct from p.member_id) is true) as fits
  into broken
  from added p left join ledger.account a on a.id = p.account_id
  group by p.entry_id, p.coin, p.lines
  having sum(p.amount) <> 0 or count(*) <> p.lines or p.lines < 2
    or not bool_and(p.amount <> 0 and p.line between 1 and p.lines and num_nulls(p.kind, p.reference) = case p.line when 1 then 0 else 2 end)
    or not bool_and((a.coin = p.coin and a.member_id is not distinct from p.member_id) is true);
  if not found then
    return null;
  elsif not broken.shaped then
    raise exception using errcode = 'check_violation', schema = 'ledger', table = 'posting', constraint = 'posting_shape',
      message = format('a posting of entry %s is of nothing, beyond its entry, or not told as its first one is', broken.entry_id);
  elsif not broken.fits then
    raise exception using errcode = 'HF003', message = format('entry %s mixes coins or members', broken.entry_id);
  end if;
  raise exception using errcode = 'HF004', message = format('entry %s does not balance', broken.entry_id);
end
$$;
create trigger posting_balances after insert on ledger.posting
  referencing new table as added for each statement execute function ledger.check_postings();

-- As in 0029, without a table of entries, and holds accounts in the order of their keys.
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
      from unnest(account_keys) with ordinality w(key, ordinal) join ledger.account x on x.key = w.key
      order by x.key
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

-- As in 0078, in one statement less.
create or replace function ledger.post(
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
  set enable_mergejoin = 'off'
  set enable_hashjoin = 'off'
as $$
#variable_conflict use_column
begin
  if cardinality(entry_references) = 1 then
    if opens then
      perform ledger.open_missing(account_keys, account_members);
    end if;
    begin
      return query
      with moved as (
        -- Accounts are held by being changed, one after the other in the order of their keys.
        update ledger.account x
        set balance = x.balance + l.amount, version = x.version + 1, live = x.owner_kind <> 'order' or x.balance + l.amount <> 0
        from (
          select account_keys[a.account] as key, account_members[a.account] as member, a.amount, a.number
          from unnest(line_accounts, line_amounts) with ordinality a(account, amount, number)
          order by account_keys[a.account] collate "C"
        ) l
        where x.key = l.key and x.coin = entry_coins[1] and x.member_id is not distinct from l.member
          and case when x.may_owe then l.amount > 0 and x.kind not in ('issuance', 'suspense') else x.balance + l.amount >= 0 end
        returning l.number, l.amount, x.id, x.balance as after, x.version, x.member_id, x.kind
      ), entry as (
        -- From the changed rows, so that number and time are taken while all of them are held.
        select nextval('ledger.entry_id') as id, clock_timestamp() + (platform.app_now() - now()) as posted_at, count(*) as lines
        from moved
        having count(*) = cardinality(line_amounts)
      ), journal as (
        insert into ledger.journal (entry_id, member_id, posted_at, available, listed, in_order, on_hold, withdrawing, available_after,
          moves_available, direction, coin, kind, reference)
        select e.id, m.member_id, e.posted_at,
          -- A member has one account of each kind but escrows. The greatest of one is cheaper than its sum.
          coalesce(max(m.amount) filter (where m.kind = 'available'), 0),
          coalesce(max(m.amount) filter (where m.kind = 'listing_reserve'), 0),
          coalesce(sum(m.amount) filter (where m.kind = 'order_escrow'), 0),
          coalesce(max(m.amount) filter (where m.kind = 'hold'), 0),
          coalesce(max(m.amount) filter (where m.kind = 'withdrawing'), 0),
          max(m.after) filter (where m.kind = 'available'), max(m.after) filter (where m.kind = 'available') is not null,
          sign(sum(m.amount)), entry_coins[1], entry_kinds[1], entry_references[1]
        from entry e cross join moved m
        where m.member_id is not null
        group by e.id, e.posted_at, m.member_id
      )
      -- Its first line first, so that no row is answered before its reference is written: what an answer has got stays in it when the rest is undone.
      insert into ledger.posting (entry_id, line, lines, account_id, member_id, coin, amount, balance_after, version,
        kind, reference, posted_at)
      select e.id, m.number, e.lines, m.id, m.member_id, entry_coins[1], m.amount, m.after, m.version,
        case m.number when 1 then entry_kinds[1] end, case m.number when 1 then entry_references[1] end, e.posted_at
      from entry e cross join moved m
      order by m.number
      returning line::integer, entry_id, false, posted_at, balance_after, version;
      if found then
        return;
      end if;
      raise exception using errcode = 'HF009', message = 'not ordinary';
    -- What was changed is undone here, whether an account was missing, spoke against it, or the reference is posted already.
    exception when sqlstate 'HF009' or unique_violation then
      null;
    end;
  end if;
  return query select * from ledger.post_batch(account_keys, account_members, entry_references, entry_kinds, entry_coins, line_entries,
    line_accounts, line_amounts);
end
$$;

revoke all on function ledger.check_postings from public;
