-- What operators tell many members at once, and how far it has gone out.
-- Invariants, also against whoever controls SQL on the application's connection:
--   a broadcast is written by an administrator who is signed in, and approved by another operator: of a safety broadcast risk or an
--   administrator, of any other an administrator;
--   what was written never changes. Another text, audience or time is another row, and from the moment in which that one is asked for the
--   earlier one cannot go out any more;
--   on a day of Taipei at most three begin, those of safety apart, and an operator asks for twenty at most;
--   a member is told of one once: the copy and the row of the inbox are written in one transaction, and a copy is unique;
--   what was stopped goes on for nobody, and who has stopped it, when and why stays.

create schema broadcast;
grant usage on schema broadcast to holdfast_app;

create table broadcast.broadcast (
  id              bigint       generated always as identity primary key,
  kind            text         not null check (kind in ('news', 'safety', 'film')),
  title_zh        text         not null check (char_length(title_zh) between 1 and 40),
  text_zh         text         not null check (char_length(text_zh) between 1 and 600),
  title_en        text         not null check (char_length(title_en) between 1 and 80),
  text_en         text         not null check (char_length(text_en) between 1 and 1200),
  link            text         check (link ~ '^[a-z]+(-[a-z]+)*$'), -- a name of the product's list, never an address
  audience        text         not null check (audience in ('all', 'level', 'merchants', 'language', 'live-order', 'accounts')),
  audience_value  text         not null default '',
  member_ids      bigint[]     not null default '{}' check (cardinality(member_ids) <= 500),
  starts_at       timestamptz, -- null: with the approval
  expected        integer      not null check (expected > 0),
  reason          text         not null check (char_length(reason) between 4 and 500),
  written_by      bigint       not null,
  written_at      timestamptz  not null default platform.app_now(),
  replaces        bigint       unique references broadcast.broadcast,
  approved_by     bigint       check (approved_by <> written_by),
  approved_at     timestamptz,
  request_id      bigint       unique,
  stopped_by      bigint,
  stopped_at      timestamptz,
  stop_reason     text         check (char_length(stop_reason) between 4 and 500),
  began_at        timestamptz,
  up_to           bigint,      -- the newest member when it began: who registers later is not told
  reached         bigint       not null default 0, -- all members up to here were told, or passed by
  sent            integer      not null default 0,
  skipped         integer      not null default 0,
  read_count      integer      not null default 0,
  ended_at        timestamptz,
  check ((audience = 'accounts') = (cardinality(member_ids) > 0)),
  check (num_nulls(approved_by, approved_at, request_id) in (0, 3)),
  check (num_nulls(stopped_by, stopped_at, stop_reason) in (0, 3)),
  check (num_nulls(began_at, up_to) in (0, 2)),
  check (began_at is null or approved_at is not null),
  check (ended_at is null or began_at is not null)
);
-- The few that may have something to send.
create index broadcast_due on broadcast.broadcast (coalesce(starts_at, approved_at))
  where approved_at is not null and stopped_at is null and ended_at is null;
create index broadcast_goes on broadcast.broadcast (coalesce(starts_at, approved_at)) where approved_at is not null;
create index broadcast_written on broadcast.broadcast (written_by, written_at);

create trigger broadcast_is_never_removed before delete or truncate on broadcast.broadcast
  for each statement execute function ledger.refuse_change();
create trigger broadcast_is_kept before update on broadcast.broadcast
  for each row when (
    (old.kind, old.title_zh, old.text_zh, old.title_en, old.text_en, old.link, old.audience, old.audience_value, old.member_ids, old.starts_at,
      old.expected, old.reason, old.written_by, old.written_at, old.replaces)
    is distinct from
    (new.kind, new.title_zh, new.text_zh, new.title_en, new.text_en, new.link, new.audience, new.audience_value, new.member_ids, new.starts_at,
      new.expected, new.reason, new.written_by, new.written_at, new.replaces)
    or old.approved_at is not null
      and (old.approved_by, old.approved_at, old.request_id) is distinct from (new.approved_by, new.approved_at, new.request_id)
    or old.stopped_at is not null
      and (old.stopped_by, old.stopped_at, old.stop_reason) is distinct from (new.stopped_by, new.stopped_at, new.stop_reason)
    or old.began_at is not null and (old.began_at, old.up_to) is distinct from (new.began_at, new.up_to)
    or (old.stopped_at is not null or old.ended_at is not null) and (old.reached, old.sent, old.ended_at) is distinct from (new.reached, new.sent, new.ended_at))
  execute function ledger.refuse_change();

-- Who was told of which one, and has closed it.
create table broadcast.copy (
  broadcast_id  bigint       not null,
  member_id     bigint       not null,
  read_at       timestamptz,
  is_counted    boolean      not null default false, -- among the reads of its broadcast
  primary key (broadcast_id, member_id)
);
create index copy_to_count on broadcast.copy (broadcast_id) where read_at is not null and not is_counted;

-- What a member has said of broadcasts; without a row the defaults hold.
create table broadcast.preference (
  member_id  bigint   primary key,
  news       boolean  not null default true,
  language   text     not null default 'zh-TW' check (language in ('zh-TW', 'en'))
);

-- Who of up to `most` members after `after` and up to `up_to` is in an audience, in the order of their numbers. Reads `most` members at most,
-- by the primary key, whatever the audience is; `is_told` is false for those who are not in it.
create function broadcast.members_after(sent broadcast.broadcast, after bigint, up_to bigint, most integer)
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
  select m.id, not m.login_forbidden and (sent.kind = 'safety' or coalesce(p.news, true)) and case sent.audience
      when 'level' then m.level = sent.audience_value::smallint
      when 'merchants' then m.role = 'merchant'
      when 'language' then coalesce(p.language, 'zh-TW') = sent.audience_value
      when 'live-order' then exists (select from orders.orders o where o.payer_id = m.id and o.ended_at is null)
        or exists (select from orders.orders o where o.payee_id = m.id and o.ended_at is null)
      else true end
  from numbers n join member.member m on m.id = n.id left join broadcast.preference p on p.member_id = m.id
  order by m.id
$$;

-- Keeps what an administrator asks for. `written.replaces` never goes out any more: it must not have begun.
create function broadcast.write(session_proof bytea, written broadcast.broadcast) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  who     bigint := operator.operator_of(session_proof, 'admin');
  number  bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('broadcasts', 0));
  if (select count(*) from broadcast.broadcast b
      where b.written_by = who and b.written_at > platform.app_now() - interval '1 day') >= 20 then
    return null;
  end if;
  if written.replaces is not null then
    perform from broadcast.broadcast b where b.id = written.replaces and b.began_at is null and b.stopped_at is null for update;
    if not found then
      raise exception using errcode = 'HF008', message = 'no broadcast that could be replaced';
    end if;
  end if;
  insert into broadcast.broadcast (kind, title_zh, text_zh, title_en, text_en, link, audience, audience_value, member_ids, starts_at,
    expected, reason, written_by, replaces)
  values (written.kind, written.title_zh, written.text_zh, written.title_en, written.text_en, written.link, written.audience,
    written.audience_value, written.member_ids, written.starts_at, written.expected, written.reason, who, written.replaces)
  returning id into number;
  return number;
end
$$;

-- Lets one go out, by an approved request that this takes. False: as many as a day may have begin on its day.
create function broadcast.approve(asked_request bigint) returns boolean
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  asked   operator.request;
  said    jsonb;
  known   broadcast.broadcast;
  goes    timestamptz;
begin
  select r.* into asked
  from operator.request r join operator.operator a on a.id = r.asked_by join operator.operator d on d.id = r.decided_by
  where r.id = asked_request and r.kind in ('broadcast', 'broadcast-safety') and a.role = 'admin'
    and (d.role = 'admin' or r.kind = 'broadcast-safety' and d.role = 'risk');
  if asked.id is null then
    raise exception using errcode = 'HF008', message = 'a broadcast is the matter of two operators';
  end if;
  said := operator.take_request(asked.id, asked.kind);
  perform pg_advisory_xact_lock(hashtextextended('broadcasts', 0));
  select b.* into known from broadcast.broadcast b
  where b.id = (said->>'broadcast')::bigint and b.written_by = asked.asked_by and b.approved_at is null and b.stopped_at is null
    and (b.kind = 'safety') = (asked.kind = 'broadcast-safety') and (b.starts_at is null or b.starts_at > platform.app_now())
    and not exists (select from broadcast.broadcast r where r.replaces = b.id)
  for update;
  if known.id is null then
    raise exception using errcode = 'HF008', message = 'no broadcast that could be approved';
  end if;
  goes := coalesce(known.starts_at, platform.app_now());
  if (select count(*) from broadcast.broadcast b
      where b.approved_at is not null and (b.began_at is not null or b.stopped_at is null)
        and coalesce(b.starts_at, b.approved_at) >= date_trunc('day', goes, 'Asia/Taipei')
        and coalesce(b.starts_at, b.approved_at) < date_trunc('day', goes, 'Asia/Taipei') + interval '1 day'
        and (b.kind = 'safety') = (known.kind = 'safety')
        and not exists (select from broadcast.broadcast r where r.replaces = b.id)) >= 3 then
    return false;
  end if;
  update broadcast.broadcast set approved_by = asked.decided_by, approved_at = platform.app_now(), request_id = asked.id
  where id = known.id;
  return true;
end
$$;

-- Ends one that was approved and is not over. Waits for the members who are being told at this moment, and for nobody else.
create function broadcast.stop(session_proof bytea, stopped bigint, reason text) returns boolean
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  who operator.operator := operator.operator_of(session_proof);
begin
  if who.role not in ('admin', 'risk') then
    raise exception using errcode = 'HF008', message = 'no operator who may stop a broadcast';
  end if;
  update broadcast.broadcast b set stopped_by = who.id, stopped_at = platform.app_now(), stop_reason = stop.reason
  where b.id = stopped and b.approved_at is not null and b.stopped_at is null and b.ended_at is null
    and not exists (select from broadcast.broadcast r where r.replaces = b.id);
  return found;
end
$$;

-- A broadcast with who did what, and where it stands.
create view broadcast.overview as
select b.*, w.email as writer, a.email as approver, s.email as stopper,
  case
    when b.stopped_at is not null then 'stopped'
    when b.ended_at is not null then 'done'
    when b.began_at is not null then 'running'
    when exists (select from broadcast.broadcast r where r.replaces = b.id) then 'replaced'
    when b.approved_at is not null then
      case when coalesce(b.starts_at, b.approved_at) < platform.app_now() - interval '1 day' then 'missed' else 'planned' end
    when r.decision is not null then r.decision
    when r.expires_at <= platform.app_now() then 'expired'
    else 'asked'
  end as state
from broadcast.broadcast b
  join operator.operator w on w.id = b.written_by
  left join operator.operator a on a.id = b.approved_by
  left join operator.operator s on s.id = b.stopped_by
  left join lateral (
    select q.decision, q.expires_at from operator.request q
    where q.subject = 'broadcast:' || b.id and q.kind in ('broadcast', 'broadcast-safety') order by q.id desc limit 1
  ) r on true;

revoke all on all functions in schema broadcast from public;
grant execute on function broadcast.members_after, broadcast.write, broadcast.approve, broadcast.stop to holdfast_app;
grant select on broadcast.broadcast, broadcast.overview to holdfast_app;
grant update (began_at, up_to, reached, sent, skipped, read_count, ended_at) on broadcast.broadcast to holdfast_app;
grant select, insert, update, delete on broadcast.copy to holdfast_app;
grant select, insert, update on broadcast.preference to holdfast_app;
