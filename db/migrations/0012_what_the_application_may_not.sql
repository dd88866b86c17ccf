-- What the database refuses even to whoever controls the application's connection.
-- Invariants:
--   a function that runs with its owner's rights searches pg_catalog first and the caller's temporary schema last, so no type, table or
--   operator of the caller's can stand in for one of ours;
--   nobody may execute a function of ours without a grant;
--   an account belongs to whom its key says;
--   an entry that could make coin is posted only where an approved request says exactly this entry, and each request is used once. Two operators
--   have made it: one asked, another one approved, both with a live session of the treasury.

alter function platform.set_clock set search_path = pg_catalog, pg_temp;
alter function ledger.check_entry set search_path = pg_catalog, pg_temp;
alter function ledger.check_postings set search_path = pg_catalog, pg_temp;
alter function ledger.refuse_change set search_path = pg_catalog, pg_temp;
alter function ledger.open_accounts set search_path = pg_catalog, pg_temp;
alter function ledger.find_replays set search_path = pg_catalog, pg_temp;
alter function ledger.post set search_path = pg_catalog, pg_temp;

-- Whether an account of this owner may be this member's. An order's escrow is the member's who funded it; the platform's and a partner's are
-- nobody's.
create function ledger.is_owner(owner_kind text, owner_id text, member_id bigint) returns boolean
  language sql immutable parallel safe
  return case owner_kind
    when 'member' then owner_id = member_id::text and member_id is not null
    when 'order' then member_id is not null
    else member_id is null end;

create function ledger.refuse_account() returns trigger
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception using errcode = 'check_violation', constraint = 'account_is_its_key',
    message = format('account %s is not that of member %s', new.key, coalesce(new.member_id::text, 'nobody'));
end
$$;
-- A trigger of these columns instead of a CHECK, which would be read at every change of a balance.
create trigger account_is_its_key
  before insert or update of key, owner_kind, owner_id, kind, coin, shard, member_id on ledger.account
  for each row when (
    new.key is distinct from new.owner_kind || '/' || new.owner_id || '/' || new.kind || '/' || new.coin || '/' || new.shard
    or ledger.is_owner(new.owner_kind, new.owner_id, new.member_id) is not true)
  execute function ledger.refuse_account();

-- Requests to post what only two operators may: one says exactly which entry, line by line.
create table ledger.request (
  reference     text         collate "C" primary key check (reference ~ '^[A-Za-z0-9:_.-]{1,200}$'),
  kind          text         not null,
  coin          text         not null references ledger.coin,
  account_keys  text[]       not null check (cardinality(account_keys) > 1),
  amounts       bigint[]     not null check (cardinality(amounts) = cardinality(account_keys)),
  reason        text         not null check (char_length(reason) between 1 and 500),
  requested_by  bigint       not null,
  requested_at  timestamptz  not null default platform.app_now(),
  decision      text         check (decision in ('approved', 'refused')),
  decided_by    bigint       check (decided_by <> requested_by),
  decided_at    timestamptz,
  entry_id      bigint       check (entry_id is null or decision = 'approved'),
  check (num_nulls(decision, decided_by, decided_at) in (0, 3))
);
comment on column ledger.request.reference is 'of the entry that it allows';
comment on column ledger.request.entry_id is 'the entry that it was used for';
create trigger request_is_never_removed before delete or truncate on ledger.request
  for each statement execute function ledger.refuse_change();
-- Decided once, then used once; what is asked for never changes.
create trigger request_is_kept before update on ledger.request
  for each row when (
    (old.reference, old.kind, old.coin, old.account_keys, old.amounts, old.reason, old.requested_by, old.requested_at)
      is distinct from (new.reference, new.kind, new.coin, new.account_keys, new.amounts, new.reason, new.requested_by, new.requested_at)
    or old.entry_id is not null
    or old.decision is not null and (old.decision, old.decided_by, old.decided_at) is distinct from (new.decision, new.decided_by, new.decided_at))
  execute function ledger.refuse_change();

-- Uses the approved request of this entry, once. False if there is none that says exactly these lines.
create function ledger.use_request(
  entry_reference text, entry_kind text, entry_coin text, number bigint, keys text[], sums bigint[]
) returns boolean
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  update ledger.request r set entry_id = number
  where r.reference = entry_reference and r.decision = 'approved' and r.entry_id is null
    and r.kind = entry_kind and r.coin = entry_coin
    and array(select (l.key, l.amount)::text from unnest(r.account_keys, r.amounts) l(key, amount) order by 1)
      = array(select (l.key, l.amount)::text from unnest(keys, sums) l(key, amount) order by 1);
  return found;
end
$$;

-- The operator of a live session of the treasury; HF008 if it is none.
create function operator.treasurer_of(session_id bigint) returns bigint
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
declare
  who bigint;
begin
  select o.id into who
  from operator.session s join operator.operator o on o.id = s.operator_id
  where s.id = session_id and s.ended_at is null and not o.disabled and o.role = 'treasury'
    and s.active_at > platform.app_now() - interval '15 minutes' and s.created_at > platform.app_now() - interval '8 hours';
  if who is null then
    raise exception using errcode = 'HF008', message = 'no live session of the treasury';
  end if;
  return who;
end
$$;

-- The only ways by which the application writes a request: as an operator who is signed in, and decided by another one.
create function operator.request_posting(
  session_id bigint, reference text, kind text, coin text, account_keys text[], amounts bigint[], reason text
) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into ledger.request (reference, kind, coin, account_keys, amounts, reason, requested_by)
  values (reference, kind, coin, account_keys, amounts, reason, operator.treasurer_of(session_id));
end
$$;

create function operator.decide_posting(session_id bigint, request_reference text, approves boolean) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  who bigint := operator.treasurer_of(session_id);
begin
  update ledger.request r
  set decision = case when approves then 'approved' else 'refused' end, decided_by = who, decided_at = platform.app_now()
  where r.reference = request_reference and r.decision is null and r.requested_by <> who;
  if not found then
    raise exception using errcode = 'HF008', message = 'no request that this operator could decide: unknown, decided, or their own';
  end if;
end
$$;

-- As in 0002, and refuses an account that is named with another owner than its key says.
create or replace function ledger.open_accounts(keys text[], members bigint[]) returns integer
  language plpgsql
  set search_path = pg_catalog, pg_temp
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
      and split_part(w.key, '/', 5)::integer < h.shards
      and ledger.is_owner(h.owner_kind, split_part(w.key, '/', 2), members[w.ordinal]));
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

-- As in 0002, and uses an approved request for each entry that could make coin.
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
  at_time      timestamptz := platform.app_now();
  ids          bigint[]; -- by account, as are the next three
  sums         bigint[];
  numbers      bigint[];
  coins        text[];
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
      array_agg(case when x.may_owe then x.kind end order by x.ordinal)
    into found_count, refused, ids, sums, numbers, coins, owing
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

revoke all on all functions in schema platform, ledger, operator from public;
grant execute on function operator.request_posting, operator.decide_posting to holdfast_app;
grant select on ledger.request to holdfast_app;
-- The body of app_now() is parsed when it is created, so it needs no search path, and without one it can be inlined wherever it stands.
grant execute on function platform.app_now to holdfast_app;
