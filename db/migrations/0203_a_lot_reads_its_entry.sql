-- A lot is proven by the postings of its own entry. With the entry joined to its postings, PostgreSQL went through all postings of the member's account instead:
-- a release read more with every order that its payer had ever had on hold.
-- Invariants: those of 0020. The number of the entry is looked up first, and only its postings are read, also by a plan that was made while there were few.

create or replace function ledger.check_lot() returns trigger
  language plpgsql
  set search_path = pg_catalog, pg_temp
  set enable_seqscan = 'off'
as $$
declare
  is_new     boolean := tg_op = 'INSERT';
  moved_by   text := case when is_new then new.reference else format('order:%s:hold-end:%s', new.order_id, new.version) end;
begin
  if not is_new and old.released_at is not null then
    raise exception using errcode = 'check_violation', constraint = 'lot_is_released_once',
      message = format('the lot of %s is released already', old.reference);
  end if;
  if (is_new and new.released_at is not null) or not exists (
    select from ledger.posting p
    where p.entry_id = (select f.entry_id from ledger.posting f where f.reference = moved_by and f.line = 1)
      and p.amount = case when is_new then new.quantity else -new.quantity end
      and (select a.key from ledger.account a where a.id = p.account_id) = format('member/%s/hold/%s/0', new.member_id, new.coin)
  ) then
    raise exception using errcode = 'check_violation', constraint = 'lot_is_posted',
      message = format('no entry %s moves %s on hold', moved_by, new.quantity);
  end if;
  return new;
end
$$;
