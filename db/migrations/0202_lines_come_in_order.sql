-- The lines of an entry come in the order of their account keys (packages/ledger/src/post.ts), so posting them sorts nothing: neither the accounts that are
-- held, which is what keeps two entries from waiting for each other, nor the postings, of which the first has to be written first.
-- Invariants: those of 0090. Lines in another order are posted as correctly; two such entries at once may be a deadlock, of which PostgreSQL undoes one.

-- As in 0201, without its two sorts.
create or replace function ledger.post(
  account_keys      text[],
  account_members   bigint[],
  entry_references  text[],
  entry_kinds       text[],
  entry_coins       text[],
  line_entries      integer[],
  line_accounts     integer[],
  line_amounts      bigint[],
  opens             boolean default false
) returns table (line integer, entry_id bigint, replayed boolean, posted_at timestamptz, balance bigint, version bigint)
  language plpgsql
  security definer
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
        -- Accounts are held by being changed, one after the other.
        update ledger.account x
        set balance = x.balance + l.amount, version = x.version + 1, live = x.owner_kind <> 'order' or x.balance + l.amount <> 0
        from unnest(line_accounts, line_amounts) with ordinality l(account, amount, number)
        where x.key = account_keys[l.account] and x.coin = entry_coins[1] and x.member_id is not distinct from account_members[l.account]
          and case when x.may_owe then l.amount > 0 and x.kind not in ('issuance', 'suspense') else x.balance + l.amount >= 0 end
        returning l.number, l.amount, x.id, x.balance as after, x.version, x.member_id, x.kind
      ), entry as (
        -- From the changed rows, so that number and time are taken while all of them are held.
        select nextval('ledger.entry_id') as id, clock_timestamp() + (platform.app_now() - now()) as posted_at
        from moved
        having count(*) = cardinality(line_amounts)
      ), journal as (
        insert into ledger.journal (entry_id, member_id, posted_at, available, listed, in_order, on_hold, withdrawing, available_after,
          moves_available, direction, coin, kind, reference)
        select e.id, j.member_id, e.posted_at, j.available, j.listed, j.in_order, j.on_hold, j.withdrawing, j.after, j.after is not null,
          sign(j.available + j.listed + j.in_order + j.on_hold + j.withdrawing), entry_coins[1], entry_kinds[1], entry_references[1]
        from entry e cross join (
          -- A member has one account of each kind but escrows. The greatest of one is cheaper than its sum.
          select m.member_id,
            coalesce(max(m.amount) filter (where m.kind = 'available'), 0) as available,
            coalesce(max(m.amount) filter (where m.kind = 'listing_reserve'), 0) as listed,
            coalesce(sum(m.amount) filter (where m.kind = 'order_escrow'), 0)::bigint as in_order,
            coalesce(max(m.amount) filter (where m.kind = 'hold'), 0) as on_hold,
            coalesce(max(m.amount) filter (where m.kind = 'withdrawing'), 0) as withdrawing,
            max(m.after) filter (where m.kind = 'available') as after
          from moved m
          where m.member_id is not null
          group by m.member_id
        ) j
      )
      -- The first line comes first, so no row is answered before its reference is written: what an answer has got stays in it when the rest is undone.
      insert into ledger.posting (entry_id, line, lines, account_id, member_id, coin, amount, balance_after, version,
        kind, reference, posted_at)
      select e.id, m.number, cardinality(line_amounts), m.id, m.member_id, entry_coins[1], m.amount, m.after, m.version,
        case m.number when 1 then entry_kinds[1] end, case m.number when 1 then entry_references[1] end, e.posted_at
      from entry e cross join moved m
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
