-- A batch is refused unless it is written as ledger.post() says. Arrays of PostgreSQL may begin at any number, and whoever has SQL on the application's
-- connection chooses it: an entry numbered 0 was posted, and was not among those that are looked at for an approved request.
-- Invariants: those of 0119, for every batch.
--   Each array has one dimension and begins at 1; those of accounts, of entries and of lines are as long as each other.
--   Lines come in the order of their entries, each entry has a line, and each line an account of the batch. No account stands in it twice as the same member's.

alter function ledger.post_batch rename to post_lines;

create function ledger.post_batch(
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
as $$
begin
  if exists (
      select from (values
        (array_ndims(account_keys), array_lower(account_keys, 1), cardinality(account_keys), cardinality(account_keys)),
        (array_ndims(account_members), array_lower(account_members, 1), cardinality(account_members), cardinality(account_keys)),
        (array_ndims(entry_references), array_lower(entry_references, 1), cardinality(entry_references), cardinality(entry_references)),
        (array_ndims(entry_kinds), array_lower(entry_kinds, 1), cardinality(entry_kinds), cardinality(entry_references)),
        (array_ndims(entry_coins), array_lower(entry_coins, 1), cardinality(entry_coins), cardinality(entry_references)),
        (array_ndims(line_entries), array_lower(line_entries, 1), cardinality(line_entries), cardinality(line_entries)),
        (array_ndims(line_accounts), array_lower(line_accounts, 1), cardinality(line_accounts), cardinality(line_entries)),
        (array_ndims(line_amounts), array_lower(line_amounts, 1), cardinality(line_amounts), cardinality(line_entries))
      ) x(dimensions, first, length, wanted)
      where (x.dimensions = 1 and x.first = 1 and x.length = x.wanted) is not true)
    or (line_entries[1] = 1 and line_entries[cardinality(line_entries)] = cardinality(entry_references)) is not true
    or exists (
      select from unnest(line_entries, line_accounts, line_amounts) with ordinality l(entry, account, amount, number)
      where (l.account between 1 and cardinality(account_keys) and l.amount is not null
        and l.entry - coalesce(line_entries[l.number - 1], 1) in (0, 1)) is not true)
    -- One key of two members is refused by post_lines(), which says whose.
    or (select count(distinct (k.key, k.member)) from unnest(account_keys, account_members) k(key, member)) <> cardinality(account_keys)
  then
    raise exception using errcode = 'invalid_parameter_value', message = 'this is no batch: its arrays do not fit each other';
  end if;
  return query select * from ledger.post_lines(account_keys, account_members, entry_references, entry_kinds, entry_coins, line_entries,
    line_accounts, line_amounts);
end
$$;
revoke all on function ledger.post_batch from public;
