-- The nightly check sees books that were bent where its rules did not look: each of these changes left every rule of 0190 content.
--   a row of a journal whose entry nobody posted, which a member reads as a payment (the rows were compared through the entry, and this one has none)
--   an entry whose first line is numbered otherwise: it is no entry any more, and its reference can be posted a second time
--   a posting to an escrow that says another member than the account, with a journal that agrees
--   an account that owes although its kind may not, or the other way round: coin of a fee account that "may not owe" leaves it without a request
-- Invariants: those of 0190 and 0191.

-- Whether an account may owe follows from who owns it; the flag of the chart is not asked, because it can be bent as well.
create function ledger.check_owing(after_id bigint, up_to bigint) returns table (rule text, subject text, expected text, found text)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select 'only-others-may-owe', a.key, (a.owner_kind not in ('member', 'order'))::text, a.may_owe::text
  from ledger.account a
  where a.id > after_id and a.id <= up_to and a.may_owe <> (a.owner_kind not in ('member', 'order'));
end
$$;

create function ledger.check_lines(after_id bigint, up_to bigint) returns table (rule text, subject text, expected text, found text)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = 'force_custom_plan'
as $$
begin
  -- The lines are numbered from 1 without a gap (their number and the entry are the key), the first one alone says what the entry is, and all were
  -- posted at once.
  return query
  select 'entry-is-its-lines', coalesce(max(p.reference), concat('entry ', p.entry_id)),
    concat('lines 1 to ', count(*), ', told on line 1, posted once'),
    concat('lines ', min(p.line), ' to ', max(p.line), ', told on line ',
      coalesce(string_agg(p.line::text, ' ' order by p.line) filter (where num_nonnulls(p.kind, p.reference) > 0), 'none'), ', posted ',
      case count(distinct p.posted_at) when 1 then 'once' else 'at several times' end)
  from ledger.posting p where p.entry_id > after_id and p.entry_id <= up_to
  group by p.entry_id
  having min(p.line) <> 1 or max(p.line) <> count(*) or min(p.posted_at) <> max(p.posted_at)
    or not bool_and(num_nulls(p.kind, p.reference) = case p.line when 1 then 0 else 2 end);

  -- It repeats whose the account is, and there is such an account.
  return query
  select 'posting-is-its-account', concat('entry ', p.entry_id, ' line ', p.line),
    case when a.id is null then 'an account' else concat('member ', coalesce(a.member_id::text, 'nobody')) end,
    concat('account ', p.account_id, ' of member ', coalesce(p.member_id::text, 'nobody'))
  from ledger.posting p left join ledger.account a on a.id = p.account_id
  where p.entry_id > after_id and p.entry_id <= up_to and (a.id is null or a.member_id is distinct from p.member_id);

  -- What a member is told of belongs to an entry. Those that do are compared with its postings by check_entries().
  return query
  select 'journal-has-its-entry', concat('entry ', j.entry_id, ' of member ', j.member_id), 'an entry', concat_ws(' ', j.kind, j.reference)
  from ledger.journal j
  where j.entry_id > after_id and j.entry_id <= up_to
    and not exists (select from ledger.posting p where p.entry_id = j.entry_id and p.line = 1);
end
$$;

-- As in 0191, with the rules above.
create or replace function ledger.find_broken(
  part text, after_id bigint default -9223372036854775808, up_to bigint default 9223372036854775807
) returns table (rule text, subject text, expected text, found text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  case part
    when 'ledger' then return query select * from ledger.check_coins();
    when 'accounts' then
      return query select * from ledger.check_accounts(after_id, up_to);
      return query select * from ledger.check_owing(after_id, up_to);
    when 'entries' then
      return query select * from ledger.check_entries(after_id, up_to);
      return query select * from ledger.check_lines(after_id, up_to);
      return query select * from ledger.check_requests(after_id, up_to);
  end case;
end
$$;

-- As in 0191. A journal may tell of an entry before the first or beyond the last one.
create or replace function ledger.next_part(part text, out next text, out after_id bigint, out until_id bigint)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  case part
    when 'ledger' then
      select 'accounts', min(a.id) - 1, max(a.id) into next, after_id, until_id from ledger.account a;
    when 'accounts' then
      select 'entries', least(min(p.entry_id), (select min(r.entry_id) from ledger.request r), (select min(j.entry_id) from ledger.journal j)) - 1,
        greatest(max(p.entry_id), (select max(r.entry_id) from ledger.request r), (select max(j.entry_id) from ledger.journal j))
      into next, after_id, until_id from ledger.posting p;
    else
  end case;
end
$$;

revoke all on function ledger.check_owing, ledger.check_lines from public;
