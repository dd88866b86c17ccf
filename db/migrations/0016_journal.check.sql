-- The journal's changes add up to what each member has.
select a.key, a.balance, j.sum
from ledger.account a
cross join lateral (
  select coalesce(sum(case a.kind when 'available' then j.available when 'listing_reserve' then j.listed when 'hold' then j.on_hold
    else j.withdrawing end), 0) as sum
  from ledger.journal j where j.member_id = a.member_id and j.coin = a.coin
) j
where a.owner_kind = 'member' and a.balance <> j.sum;
