-- The ledger: accounts, and the double entries that change their balances.
-- Invariants (each is guarded twice, here and in packages/ledger):
--   an entry has at least two postings, all in its one coin, and they sum to zero;
--   an entry is closed by its shape: its postings are numbered 1 to `lines`, so none can be added to it later;
--   entries and postings are never changed or removed, by anybody;
--   an account's balance is the sum of its postings, its version their number, and each posting says both as they were after it;
--   an account that may not owe is never below zero;
--   a reference is posted once.
-- Only ledger.post() writes here. The application may call it and may read; it has no INSERT, UPDATE or DELETE on any of these tables.
-- If a process or the server dies in the middle, the transaction was one statement or part of the caller's: all of it or none.

create schema ledger;
grant usage on schema ledger to holdfast_app;

create table ledger.coin (
  code   text      primary key,
  scale  smallint  not null
);
insert into ledger.coin values ('TWD', 2), ('USDT', 6);
comment on column ledger.coin.scale is 'decimals: an amount of 1 in this schema is 10^-scale of the coin';

-- Which accounts there can be. A reference from ledger.account costs nothing when a balance changes; a CHECK would be read each time.
create table ledger.chart (
  owner_kind  text      not null,
  kind        text      not null,
  may_owe     boolean   not null,
  shards      smallint  not null default 1,
  primary key (owner_kind, kind),
  unique (owner_kind, kind, may_owe)
);
insert into ledger.chart (owner_kind, kind, may_owe, shards) values
  ('member',   'available',        false, 1),
  ('member',   'listing_reserve',  false, 1),
  ('member',   'hold',             false, 1),
  ('member',   'withdrawing',      false, 1),
  ('order',    'order_escrow',     false, 1),
  ('platform', 'fee',              true,  16),
  ('platform', 'suspense',         true,  1),
  ('platform', 'issuance',         true,  1),
  ('platform', 'bank_clearing',    true,  1),
  ('partner',  'partner_clearing', true,  1);
comment on column ledger.chart.shards is 'rows that share one account''s work, because a single hot row would be the limit of all trades';

create table ledger.account (
  id          bigint    generated always as identity primary key,
  balance     bigint    not null default 0,
  version     bigint    not null default 0,
  member_id   bigint,
  live        boolean   not null default true,
  may_owe     boolean   not null,
  shard       smallint  not null,
  coin        text      not null references ledger.coin,
  owner_kind  text      not null,
  owner_id    text      not null,
  kind        text      not null,
  key         text      collate "C" not null unique,
  foreign key (owner_kind, kind, may_owe) references ledger.chart (owner_kind, kind, may_owe),
  constraint account_not_negative check (balance >= 0 or may_owe)
) with (fillfactor = 70); -- room beside each row for its next version: a change of a balance touches no index
create index account_of_member on ledger.account (member_id) where live;
comment on column ledger.account.key is 'owner_kind/owner_id/kind/coin/shard, the way the application names an account';
comment on column ledger.account.member_id is 'whose money it is: the owner, or for an order''s escrow the member who funded it';
comment on column ledger.account.live is 'false for an escrow that is empty again, which keeps a busy merchant''s index short';

-- Numbers are taken while the accounts are locked, so the entries of one account are numbered in the order they were posted.
create sequence ledger.entry_id as bigint;

create table ledger.entry (
  id         bigint       not null,
  posted_at  timestamptz  not null,
  lines      smallint     not null,
  coin       text         not null,
  kind       text         not null,
  reference  text         collate "C" not null unique,
  -- One index for both: check_entry() refuses a second entry under a number, because its postings say their `lines`.
  primary key (id, lines)
);

create table ledger.posting (
  entry_id       bigint    not null,
  account_id     bigint    not null,
  amount         bigint    not null,
  balance_after  bigint    not null,
  version        bigint    not null,
  member_id      bigint,
  line           smallint  not null,
  lines          smallint  not null,
  coin           text      not null,
  primary key (entry_id, line),
  unique (account_id, version),
  -- That (entry_id, lines) is an entry is proven by check_postings(), below.
  constraint posting_shape check (amount <> 0 and line between 1 and lines)
);
create index posting_of_member on ledger.posting (member_id, coin, entry_id) where member_id is not null;
comment on column ledger.posting.member_id is 'the account''s, repeated here so that a member''s journal is one range of one index';

-- Runs when the transaction commits. The coin of a posting is proven against its account, whatever the posting itself says.
create function ledger.check_entry() returns trigger
  language plpgsql
  set search_path = ''
  set enable_seqscan = 'off'
as $$
declare
  total  numeric;
  known  integer;
  fits   boolean;
begin
  select sum(p.amount), count(a.id),
    bool_and(p.lines = new.lines and p.coin = new.coin and a.coin = new.coin and p.member_id is not distinct from a.member_id)
  into total, known, fits
  from ledger.posting p left join ledger.account a on a.id = p.account_id
  where p.entry_id = new.id;
  if known <> new.lines or known < 2 or total <> 0 then
    raise exception using errcode = 'HF004', message = format('entry %s does not balance', new.id);
  elsif not fits then
    raise exception using errcode = 'HF003', message = format('entry %s mixes coins, members or entries', new.id);
  end if;
  return null;
end
$$;
create constraint trigger entry_balances after insert on ledger.entry
  deferrable initially deferred for each row execute function ledger.check_entry();

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

create function ledger.refuse_change() returns trigger
  language plpgsql
as $$
begin
  raise exception using errcode = 'HF006', message = format('%s.%s is only ever added to', tg_table_schema, tg_table_name);
end
$$;
create trigger entry_is_append_only before update or delete or truncate on ledger.entry
  for each statement execute function ledger.refuse_change();
create trigger posting_is_append_only before update or delete or truncate on ledger.posting
  for each statement execute function ledger.refuse_change();
create trigger account_is_never_removed before delete or truncate on ledger.account
  for each statement execute function ledger.refuse_change();

-- Opens the accounts that are missing among `keys`. Opens none, and returns the ordinal of the first that cannot be opened: the chart does
-- not know it, or it is named a second time with another owner.
create function ledger.open_accounts(keys text[], members bigint[]) returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  unknown integer;
begin
  select min(w.ordinal) into unknown
  from (
    select n.key, n.ordinal, row_number() over (partition by n.key order by n.ordinal) as owner
    from unnest(keys) with ordinality n(key, ordinal)
  ) w
  where w.owner > 1 or not exists (
    select from ledger.chart h join ledger.coin c on c.code = split_part(w.key, '/', 4)
    where w.key ~ '^[a-z]+/[A-Za-z0-9_-]{1,64}/[a-z_]+/[A-Z]+/([0-9]|1[0-5])$'
      and h.owner_kind = split_part(w.key, '/', 1)
      and h.kind = split_part(w.key, '/', 3)
      and split_part(w.key, '/', 5)::integer < h.shards);
  if unknown is not null then
    return unknown;
  end if;
  insert into ledger.account (owner_kind, owner_id, kind, coin, shard, may_owe, member_id, key)
  select h.owner_kind, split_part(w.key, '/', 2), h.kind, split_part(w.key, '/', 4), split_part(w.key, '/', 5)::smallint,
    h.may_owe, w.member, w.key
  from unnest(keys, members) with ordinality w(key, member, ordinal)
  join ledger.chart h on h.owner_kind = split_part(w.key, '/', 1) and h.kind = split_part(w.key, '/', 3)
  order by w.key, w.ordinal -- two openings of the same accounts wait for each other instead of for ever
  on conflict (key) do nothing;
  return null;
end
$$;

-- Which of the entries were posted before. HF005 if one of them was posted with other content: another kind, coin, account or amount.
create function ledger.find_replays(
  entry_ids bigint[], entry_references text[], entry_kinds text[], entry_coins text[],
  line_entries integer[], line_account_ids bigint[], line_amounts bigint[]
) returns bigint[] -- per entry the number it was posted under, or null
  language plpgsql
  set search_path = ''
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
    join ledger.entry e on e.reference = w.reference and e.id <> entry_ids[w.ordinal]
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

-- Posts a batch of entries, all or none: locks the accounts in one global order, refuses, writes journal and postings, returns for
-- each entry what its lines left behind. Structure (sizes, zero amounts, sums) is the caller's to check first and the constraints' to refuse.
-- Generic plans: the arrays' lengths differ from call to call, and planning anew each time would cost more than running. By index even
-- while the tables are small: a plan is kept for as long as the connection, and the tables will not stay small.
create function ledger.post(
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

revoke all on function ledger.post, ledger.open_accounts, ledger.find_replays, ledger.check_entry, ledger.refuse_change from public;
grant execute on function ledger.post to holdfast_app;
grant select on ledger.coin, ledger.chart, ledger.account, ledger.entry, ledger.posting to holdfast_app;
