-- The nightly check compares entries that need two operators with the requests that allow them. What was posted around ledger.post() was in order by every
-- other rule: it sums to zero, and is told as it was posted.
-- Invariants: those of 0190.
--   Two requests never name the same entry.

create unique index request_of_entry on ledger.request (entry_id) where entry_id is not null;

create function ledger.check_requests(after_id bigint, up_to bigint) returns table (rule text, subject text, expected text, found text)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = 'force_custom_plan'
as $$
#variable_conflict use_column
begin
  -- An entry for which ledger.post_lines() demands a request has one that says the same and names it. An entry that is named without need is as it was
  -- asked for, too.
  return query
  select 'made-coin-was-approved', coalesce(e.reference, r.reference), coalesce(r.content, 'nothing'), coalesce(e.content, 'nothing')
  from (
    select p.entry_id, coalesce(max(p.reference), concat('entry ', p.entry_id)) as reference,
      concat_ws(' ', max(p.kind), max(p.coin), string_agg(concat(a.key, ' ', p.amount), ', ' order by a.key, p.amount)) as content
    from ledger.posting p join ledger.account a on a.id = p.account_id
    where p.entry_id > after_id and p.entry_id <= up_to
    group by p.entry_id
    having bool_or(a.may_owe and (p.amount < 0 or a.kind in ('issuance', 'suspense')))
      or p.entry_id in (select q.entry_id from ledger.request q where q.entry_id > after_id and q.entry_id <= up_to)
  ) e
  full join (
    select q.entry_id, q.reference, concat_ws(' ', q.kind, q.coin, (
      select string_agg(concat(l.key, ' ', l.amount), ', ' order by l.key collate "C", l.amount)
      from unnest(q.account_keys, q.amounts) l(key, amount)
    )) as content
    from ledger.request q where q.entry_id > after_id and q.entry_id <= up_to and q.decision = 'approved'
  ) r on r.entry_id = e.entry_id and r.reference = e.reference
  where e.content is distinct from r.content;
end
$$;

-- As in 0190, with the requests among the entries that they name.
create or replace function ledger.find_broken(
  part text, after_id bigint default -9223372036854775808, up_to bigint default 9223372036854775807
) returns table (rule text, subject text, expected text, found text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  case part
    when 'ledger' then return query select * from ledger.check_coins();
    when 'accounts' then return query select * from ledger.check_accounts(after_id, up_to);
    when 'entries' then
      return query select * from ledger.check_entries(after_id, up_to);
      return query select * from ledger.check_requests(after_id, up_to);
  end case;
end
$$;

-- As in 0190. A request may name an entry beyond those that there are.
create or replace function ledger.next_part(part text, out next text, out after_id bigint, out until_id bigint)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  case part
    when 'ledger' then
      select 'accounts', min(a.id) - 1, max(a.id) into next, after_id, until_id from ledger.account a;
    when 'accounts' then
      select 'entries', least(min(p.entry_id), (select min(r.entry_id) from ledger.request r)) - 1,
        greatest(max(p.entry_id), (select max(r.entry_id) from ledger.request r))
      into next, after_id, until_id from ledger.posting p;
    else
  end case;
end
$$;

revoke all on function ledger.check_requests from public;
