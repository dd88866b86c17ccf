--! breaking: processes of the old version write down themselves how far the check has come
-- The nightly check runs in the database, as its owner. Whoever has SQL on the application's connection could write a night that is to come as ended, or
-- say that nothing was found.
-- Invariants:
--   the application reads nights and findings and writes neither: ledger.check_next_piece() alone does;
--   it checks this night by the database's clock, from where the night was left, and ends it when every number has been gone through;
--   the rules stand here, and each is applied to every piece: whoever calls chooses the size of a piece and nothing else.

revoke insert, update on ledger.reconciliation from holdfast_app;
revoke insert on ledger.finding from holdfast_app;

-- The day that begins at 03:30 in Taipei has a check of its own. One that was missed is made up for.
create function ledger.this_night() returns date
  language sql stable parallel safe
  return (platform.app_now() at time zone 'Asia/Taipei' - interval '3 hours 30 minutes')::date;

-- Nobody has checked a night that is to come.
delete from ledger.finding where night > ledger.this_night();
delete from ledger.reconciliation where night > ledger.this_night();
-- They are counted where they stand.
alter table ledger.reconciliation drop column findings;

-- The rules. Each answers one row for each violation. They are planned for the range that they are asked about: a plan for any range would read a
-- whole table for each piece.

create function ledger.check_coins() returns table (rule text, subject text, expected text, found text)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select 'coin-sums-to-zero', a.coin, '0', sum(a.balance)::text
  from ledger.account a group by a.coin having sum(a.balance) <> 0;
end
$$;

create function ledger.check_accounts(after_id bigint, up_to bigint) returns table (rule text, subject text, expected text, found text)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = 'force_custom_plan'
as $$
#variable_conflict use_column
begin
  -- The stored balance and version agree with the postings.
  return query
  select 'balance-is-sum-of-postings', a.key, concat(coalesce(p.sum, 0), ' in ', coalesce(p.count, 0)), concat(a.balance, ' in ', a.version)
  from ledger.account a
  left join (
    select account_id, sum(amount), count(*) from ledger.posting
    where account_id > after_id and account_id <= up_to group by account_id
  ) p on p.account_id = a.id
  where a.id > after_id and a.id <= up_to and (a.balance <> coalesce(p.sum, 0) or a.version <> coalesce(p.count, 0));

  return query
  select 'posting-follows-posting', a.key, concat(c.before + c.amount, ' at ', c.number), concat(c.balance_after, ' at ', c.version)
  from (
    select account_id, amount, balance_after, version, row_number() over w as number,
      lag(balance_after, 1, 0::bigint) over w as before
    from ledger.posting where account_id > after_id and account_id <= up_to window w as (partition by account_id order by version)
  ) c join ledger.account a on a.id = c.account_id
  where c.balance_after <> c.before + c.amount or c.version <> c.number;

  -- Nothing more is told than what was posted, so the changes add up to the balance.
  return query
  select 'journal-sums-to-balance', a.key, a.balance::text, j.sum::text
  from ledger.account a
  cross join lateral (
    select coalesce(sum(case a.kind when 'available' then j.available when 'listing_reserve' then j.listed
      when 'hold' then j.on_hold else j.withdrawing end), 0) as sum
    from ledger.journal j where j.member_id = a.member_id and j.coin = a.coin
  ) j
  where a.id > after_id and a.id <= up_to and a.owner_kind = 'member' and a.balance <> j.sum;

  -- Its key says whose it is, and the row agrees.
  return query
  select 'account-is-its-key', key, concat_ws('/', owner_kind, owner_id, kind, coin, shard),
    concat(key, ' of member ', coalesce(member_id::text, 'nobody'))
  from ledger.account
  where id > after_id and id <= up_to
    and (key <> concat_ws('/', owner_kind, owner_id, kind, coin, shard) or ledger.is_owner(owner_kind, owner_id, member_id) is not true);

  return query
  select 'nobody-owes', key, '0 or more', balance::text
  from ledger.account where id > after_id and id <= up_to and balance < 0 and not may_owe;

  -- What a member has on hold is all in lots, each with its time.
  return query
  select 'hold-is-its-lots', a.key, l.sum::text, a.balance::text
  from ledger.account a, lateral (
    select coalesce(sum(quantity), 0) as sum from ledger.hold_lot
    where member_id = a.member_id and coin = a.coin and released_at is null
  ) l
  where a.id > after_id and a.id <= up_to and a.kind = 'hold' and a.balance <> l.sum;

  return query
  select 'live-escrow-is-counted', key, (balance <> 0)::text, live::text
  from ledger.account where id > after_id and id <= up_to and owner_kind = 'order' and live <> (balance <> 0);
end
$$;

create function ledger.check_entries(after_id bigint, up_to bigint) returns table (rule text, subject text, expected text, found text)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = 'force_custom_plan'
as $$
#variable_conflict use_column
begin
  return query
  select 'entry-sums-to-zero', coalesce(max(reference), concat('entry ', entry_id)), concat('0 in ', max(lines)),
    concat(sum(amount), ' in ', count(*))
  from ledger.posting where entry_id > after_id and entry_id <= up_to
  group by entry_id having sum(amount) <> 0 or count(*) <> max(lines) or count(*) <> min(lines) or count(reference) <> 1;

  return query
  select 'entry-has-one-coin', e.reference, e.coin, string_agg(distinct a.coin, ' ')
  from ledger.entry e join ledger.posting p on p.entry_id = e.id join ledger.account a on a.id = p.account_id
  where e.id > after_id and e.id <= up_to and (a.coin <> e.coin or p.coin <> e.coin) group by e.id, e.reference, e.coin;

  -- What a member is told of an entry is what its postings did.
  return query
  select 'journal-tells-postings', e.reference, coalesce(p.changes, 'nothing'), coalesce(j.changes, 'nothing')
  from (
    select p.entry_id, p.member_id, concat_ws(' ', p.coin, sign(sum(p.amount)),
      coalesce(sum(p.amount) filter (where a.kind = 'available'), 0), coalesce(sum(p.amount) filter (where a.kind = 'listing_reserve'), 0),
      coalesce(sum(p.amount) filter (where a.kind = 'order_escrow'), 0), coalesce(sum(p.amount) filter (where a.kind = 'hold'), 0),
      coalesce(sum(p.amount) filter (where a.kind = 'withdrawing'), 0), max(p.balance_after) filter (where a.kind = 'available')) as changes
    from ledger.posting p join ledger.account a on a.id = p.account_id
    where p.entry_id > after_id and p.entry_id <= up_to and p.member_id is not null group by p.entry_id, p.member_id, p.coin
  ) p
  full join (
    select j.*, concat_ws(' ', coin, direction, available, listed, in_order, on_hold, withdrawing, available_after) as changes
    from ledger.journal j where entry_id > after_id and entry_id <= up_to
  ) j on j.entry_id = p.entry_id and j.member_id = p.member_id
  join ledger.entry e on e.id = coalesce(p.entry_id, j.entry_id)
  where p.changes is distinct from j.changes or (j.kind, j.reference, j.posted_at) is distinct from (e.kind, e.reference, e.posted_at)
    or j.moves_available is distinct from (j.available_after is not null);
end
$$;

-- What breaks a rule in a part of the ledger: among all its accounts or entries, or those whose numbers are above `after_id` and up to `up_to`.
create function ledger.find_broken(
  part text, after_id bigint default -9223372036854775808, up_to bigint default 9223372036854775807
) returns table (rule text, subject text, expected text, found text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  case part
    when 'ledger' then return query select * from ledger.check_coins();
    when 'accounts' then return query select * from ledger.check_accounts(after_id, up_to);
    when 'entries' then return query select * from ledger.check_entries(after_id, up_to);
  end case;
end
$$;

-- The next part of a night, from the lowest number to the highest. None after the last one.
create function ledger.next_part(part text, out next text, out after_id bigint, out until_id bigint)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  case part
    when 'ledger' then
      select 'accounts', min(a.id) - 1, max(a.id) into next, after_id, until_id from ledger.account a;
    when 'accounts' then
      select 'entries', min(p.entry_id) - 1, max(p.entry_id) into next, after_id, until_id from ledger.posting p;
    else
  end case;
end
$$;

-- Where a piece that begins after a number ends, at this many accounts or entries, or at about this many postings of its accounts. An account alone
-- may have more of them; then it is a piece of its own.
create function ledger.end_of_piece(
  part text, after_id bigint, until_id bigint, max_postings integer, max_accounts integer, max_entries integer
) returns bigint
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = 'force_custom_plan'
as $$
declare
  up_to bigint;
begin
  if part = 'accounts' then
    -- An account's version is the number of its postings.
    select coalesce(max(w.id) filter (where w.work <= max_postings), min(w.id)) into up_to
    from (
      select a.id, sum(a.version + 1) over (order by a.id) as work
      from ledger.account a where a.id > after_id and a.id <= until_id order by a.id limit greatest(max_accounts, 1)
    ) w;
  elsif part = 'entries' then
    select e.id into up_to
    from ledger.entry e where e.id > after_id and e.id <= until_id order by e.id offset greatest(max_entries, 1) - 1 limit 1;
  end if;
  return coalesce(up_to, until_id);
end
$$;

-- Checks the next piece of this night. `kind`: a piece was checked, the night is done, or another worker is busy with it.
create function ledger.check_next_piece(
  max_postings integer, max_accounts integer, max_entries integer, out kind text, out findings jsonb
)
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  this_night  date := ledger.this_night();
  checked     ledger.reconciliation;
  begun       record;
  end_id      bigint;
begin
  -- An old snapshot would show the books as they were before they were bent.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception using errcode = 'invalid_transaction_state', message = 'the ledger is checked as it is now: read committed';
  end if;
  findings := '[]';
  -- The ledger as a whole is the one number up to 1.
  insert into ledger.reconciliation (night, until_id) values (this_night, 1) on conflict do nothing;
  select r.* into checked from ledger.reconciliation r where r.night = this_night for update skip locked;
  kind := case when checked.night is null then 'busy' when checked.ended_at is not null then 'done' else 'piece' end;
  if kind <> 'piece' then
    return;
  end if;

  if checked.after_id < checked.until_id then
    end_id := ledger.end_of_piece(checked.part, checked.after_id, checked.until_id, max_postings, max_accounts, max_entries);
    with kept as (
      insert into ledger.finding as n (night, rule, subject, expected, found)
      select this_night, f.rule, f.subject, f.expected, f.found
      from (
        select b.*, row_number() over (partition by b.rule order by b.ordinality) as number
        from ledger.find_broken(checked.part, checked.after_id, end_id) with ordinality b
      ) f
      -- More of one rule say nothing new: whoever reads the first thousand stops the product.
      where f.number <= 1000
      order by f.ordinality
      returning n.rule, n.subject, n.expected, n.found
    )
    select coalesce(jsonb_agg(to_jsonb(k)), '[]') into findings from kept k;
    update ledger.reconciliation set after_id = end_id, pieces = pieces + 1 where night = this_night;
    return;
  end if;

  begun := ledger.next_part(checked.part);
  if begun.next is null then
    kind := 'done';
    update ledger.reconciliation set ended_at = platform.app_now() where night = this_night;
  else
    update ledger.reconciliation
    set part = begun.next, after_id = coalesce(begun.after_id, 0), until_id = coalesce(begun.until_id, 0)
    where night = this_night;
  end if;
end
$$;

revoke all on function ledger.this_night, ledger.check_coins, ledger.check_accounts, ledger.check_entries, ledger.find_broken, ledger.next_part,
  ledger.end_of_piece, ledger.check_next_piece from public;
grant execute on function ledger.this_night, ledger.find_broken, ledger.check_next_piece to holdfast_app;
