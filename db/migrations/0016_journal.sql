-- The journal: what each entry did to each of its members, as the member reads it.
-- Invariants:
--   one row for each entry and each member whose accounts it moved, written by ledger.post() with the postings and never changed or removed;
--   a row says all that a page of the journal, a file of it and a proof need without another table: what each part of the member's money gained
--   or lost, what was available afterwards, kind, coin, time and reference;
--   a page is read from one index, however much else happened to the member: by time (any dates), or by kind and direction and time.

create table ledger.journal (
  entry_id         bigint       not null,
  member_id        bigint       not null,
  posted_at        timestamptz  not null,
  available        bigint       not null,
  listed           bigint       not null,
  in_order         bigint       not null,
  on_hold          bigint       not null,
  withdrawing      bigint       not null,
  available_after  bigint,
  moves_available  boolean      not null,
  direction        smallint     not null,
  coin             text         not null,
  kind             text         not null,
  reference        text         collate "C" not null,
  primary key (entry_id, member_id)
);
comment on column ledger.journal.available is 'what this part gained or lost, like the next four; their names are those of a member''s balances';
comment on column ledger.journal.available_after is 'null where the entry left the available account alone. What was available then is in the newest older row that
  moves it: the account is not locked by such an entry, so its balance could be another one by the time the entry is committed';
comment on column ledger.journal.moves_available is 'in front of the time in the index, so that the row that says what was available is one look-up away';
comment on column ledger.journal.direction is 'sign of the change of everything the member owns: the same kind is a sale to one and a purchase to the other';
create trigger journal_is_append_only before update or delete or truncate on ledger.journal
  for each statement execute function ledger.refuse_change();

insert into ledger.journal (entry_id, member_id, posted_at, available, listed, in_order, on_hold, withdrawing, available_after, moves_available,
  direction, coin, kind, reference)
select j.id, j.member_id, j.posted_at, j.available, j.listed, j.in_order, j.on_hold, j.withdrawing, j.available_after, j.available_after is not null,
  sign(j.available + j.listed + j.in_order + j.on_hold + j.withdrawing), j.coin, j.kind, j.reference
from (
  select e.id, e.posted_at, e.coin, e.kind, e.reference, a.member_id,
    coalesce(sum(p.amount) filter (where a.kind = 'available'), 0) as available,
    coalesce(sum(p.amount) filter (where a.kind = 'listing_reserve'), 0) as listed,
    coalesce(sum(p.amount) filter (where a.kind = 'order_escrow'), 0) as in_order,
    coalesce(sum(p.amount) filter (where a.kind = 'hold'), 0) as on_hold,
    coalesce(sum(p.amount) filter (where a.kind = 'withdrawing'), 0) as withdrawing,
    max(p.balance_after) filter (where a.kind = 'available') as available_after
  from ledger.entry e join ledger.posting p on p.entry_id = e.id join ledger.account a on a.id = p.account_id
  where a.member_id is not null
  group by e.id, e.posted_at, e.coin, e.kind, e.reference, a.member_id
) j;

create index journal_by_time on ledger.journal (member_id, coin, moves_available, posted_at, entry_id);
create index journal_by_kind on ledger.journal (member_id, coin, kind, direction, posted_at, entry_id);
drop index ledger.posting_of_member;

grant select on ledger.journal to holdfast_app;

-- As in 0012, and tells each member of an entry in the journal. The time is taken while the accounts are locked, like the number: along one account
-- both only grow, so a journal in the order of time is in the order in which its accounts changed.
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
