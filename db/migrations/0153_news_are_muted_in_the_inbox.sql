--! breaking: processes of the old version write a column that goes
-- Whether a member wants to be interrupted by news is said once, for the whole group (`inbox.reader.muted`): a broadcast reaches every inbox of its
-- audience. What is left here is the language.

create or replace function broadcast.members_after(sent broadcast.broadcast, after bigint, up_to bigint, most integer)
  returns table (member_id bigint, is_told boolean)
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  with numbers as (
    (select m.id from member.member m where sent.audience <> 'accounts' and m.id > after and m.id <= up_to order by m.id limit most)
    union all
    (select listed.id from unnest(sent.member_ids) listed (id)
      where sent.audience = 'accounts' and listed.id > after and listed.id <= up_to order by listed.id limit most)
  )
  select m.id, not m.login_forbidden and case sent.audience
      when 'level' then m.level = sent.audience_value::smallint
      when 'merchants' then m.role = 'merchant'
      when 'language' then coalesce(p.language, 'zh-TW') = sent.audience_value
      when 'live-order' then exists (select from orders.orders o where o.payer_id = m.id and o.ended_at is null)
        or exists (select from orders.orders o where o.payee_id = m.id and o.ended_at is null)
      else true end
  from numbers n join member.member m on m.id = n.id left join broadcast.preference p on p.member_id = m.id
  order by m.id
$$;

alter table broadcast.preference drop column news;
