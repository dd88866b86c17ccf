-- As in 0021, and: an account that is new, and that one batch names with two owners, is refused where the second is named. Before, that was
-- found only after the opening, and an account further on that the chart does not know was named in its place.
create or replace function ledger.open_accounts(keys text[], members bigint[]) returns integer
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
