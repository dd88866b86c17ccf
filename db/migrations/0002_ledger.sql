-- Invariants (money decision; each is guarded twice, here and in packages/ledger):
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
  id         bigint       primary key,
  posted_at  timestamptz  not null,
  lines      smallint     not null,
  coin       text         not null,
  kind       text         not null,
  reference  text         collate "C" not null unique,
  unique (id, lines)
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
  foreign key (entry_id, lines) references ledger.entry (id, lines),
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
  select sum(p.amount), count(a.id), bool_and(a.coin = new.coin and p.coin = new.coin and p.member_id is not distinct from a.member_id)
  into total, known, fits
  from ledger.posting p left join ledger.account a on a.id = p.account_id
  where p.entry_id = new.id;
  if known <> new.lines or known < 2 or total <> 0 then
    raise exception using errcode = 'HF004', message = format('entry %s does not balance', new.id);
  elsif not fits then
    raise exception using errcode = 'HF003', message = format('entry %s mixes coins or members', new.id);
  end if;
  return null;
end
$$;
create constraint trigger entry_balances after insert on ledger.entry
  deferrable initially deferred for each row execute function ledger.check_entry();

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

-- Opens the accounts that are missing among `keys`. Opens none, and returns the ordinal of the first, if the chart does not know one.
create function ledger.open_accounts(keys text[], members bigint[]) returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  unknown integer;
begin
  select min(w.ordinal) into unknown
  from unnest(keys) with ordinality w(key, ordinal)
  where not exists (
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

-- Posts a batch of entries, all or none: locks the accounts in one global order, refuses, writes journal and postings, returns what each
-- line left behind. Structure (sizes, zero amounts, sums) is the caller's to check first and the constraints' to refuse.
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
) returns table (entry_id bigint, replayed boolean, posted_at timestamptz, balance bigint, version bigint)
  language plpgsql security definer
  set search_path = ''
  set plan_cache_mode = 'force_generic_plan'
  set enable_seqscan = 'off'
as $$
#variable_conflict use_column
declare
  at_time      timestamptz := platform.app_now();
  ids          bigint[] := array_fill(null::bigint, array[cardinality(account_keys)]);
  balances     bigint[] := ids;
  versions     bigint[] := ids;
  coins        text[] := account_keys;
  may_owe      boolean[] := array_fill(false, array[cardinality(account_keys)]);
  entry_ids    bigint[] := '{}';
  entry_lines  smallint[] := '{}';
  posted_ids   bigint[]; -- by entry, where it was posted before; null as long as nothing in the batch was
  numbers      smallint[] := '{}'; -- by line: its number in its entry, and what its account says after it
  afters       bigint[] := '{}';
  counts       bigint[] := '{}';
  found_count  integer;
  refused      integer; -- the first account that is unknown, or known as another member's
  acc          record;
  a            integer;
  e            integer;
begin
  for attempt in 1..2 loop
    found_count := 0;
    for acc in
      select w.ordinal, x.id, x.balance, x.version, x.coin, x.may_owe, x.member_id
      from unnest(account_keys) with ordinality w(key, ordinal) join ledger.account x on x.key = w.key
      order by x.id
      for no key update of x
    loop
      a := acc.ordinal;
      if acc.member_id is distinct from account_members[a] then
        refused := least(refused, a);
      end if;
      ids[a] := acc.id;
      balances[a] := acc.balance;
      versions[a] := acc.version;
      coins[a] := acc.coin;
      may_owe[a] := acc.may_owe;
      found_count := found_count + 1;
    end loop;
    exit when found_count = cardinality(account_keys);
    refused := least(refused, ledger.open_accounts(account_keys, account_members));
    exit when refused is not null;
  end loop;
  if refused is not null then
    raise exception using errcode = 'HF002', message = 'no such account, or another member''s',
      detail = json_build_object('account', account_keys[refused],
        'entry', (select min(l.entry) - 1 from unnest(line_entries, line_accounts) l(entry, account) where l.account = refused));
  end if;

  foreach e in array line_entries loop
    if e > cardinality(entry_ids) then
      entry_ids := entry_ids || nextval('ledger.entry_id');
      entry_lines := entry_lines || 0::smallint;
    end if;
    entry_lines[e] := entry_lines[e] + 1;
    numbers := numbers || entry_lines[e];
  end loop;
  insert into ledger.entry (id, reference, kind, coin, lines, posted_at)
  select w.id, w.reference, w.kind, w.coin, w.lines, at_time
  from unnest(entry_ids, entry_references, entry_kinds, entry_coins, entry_lines) w(id, reference, kind, coin, lines)
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
      balances[a] := balances[a] + line_amounts[l];
      versions[a] := versions[a] + 1;
      if balances[a] < 0 and not may_owe[a] then
        raise exception using errcode = 'HF001', message = 'the balance does not suffice',
          detail = json_build_object('entry', e - 1, 'account', account_keys[a]);
      end if;
    end if;
    afters := afters || balances[a];
    counts := counts || versions[a];
  end loop;

  with written as (
    insert into ledger.posting (entry_id, line, lines, account_id, member_id, coin, amount, balance_after, version)
    select entry_ids[l.entry], l.number, entry_lines[l.entry], ids[l.account], account_members[l.account], coins[l.account],
      l.amount, l.after, l.count
    from unnest(line_entries, line_accounts, line_amounts, numbers, afters, counts)
      l(entry, account, amount, number, after, count)
    where posted_ids[l.entry] is null
  )
  update ledger.account x
  set balance = w.balance, version = w.version, live = x.owner_kind <> 'order' or w.balance <> 0
  from unnest(ids, balances, versions) w(id, balance, version)
  where x.id = w.id and x.version <> w.version;

  if posted_ids is null then
    for l in 1..cardinality(line_entries) loop
      entry_id := entry_ids[line_entries[l]];
      replayed := false;
      posted_at := at_time;
      balance := afters[l];
      version := counts[l];
      return next;
    end loop;
  else
    return query
    select p.entry_id, posted_ids[l.entry] is not null, n.posted_at, p.balance_after, p.version
    from unnest(line_entries, line_accounts) with ordinality l(entry, account, line)
    join ledger.posting p on p.entry_id = coalesce(posted_ids[l.entry], entry_ids[l.entry]) and p.account_id = ids[l.account]
    join ledger.entry n on n.id = p.entry_id
    order by l.line;
  end if;
end
$$;

revoke all on function ledger.post, ledger.open_accounts, ledger.find_replays, ledger.check_entry, ledger.refuse_change from public;
grant execute on function ledger.post to holdfast_app;
grant select on all tables in schema ledger to holdfast_app;
