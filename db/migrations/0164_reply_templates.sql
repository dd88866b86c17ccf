-- What operators write to both sides of an order, prepared in both languages; each side reads its own.
-- Invariants:
--   a template is its newest version; versions are appended and never changed, each says who has made it and when;
--   two templates in use have no name in common;
--   only what an operator writes has a second text, and both sides are sent both.

alter table orders.thread_line add column english_sealed bytea;
comment on column orders.thread_line.english_sealed is 'what an operator has said, in English; text_sealed is the same in Chinese, or all there is';

create or replace function orders.check_thread_line(l orders.thread_line) returns boolean
  language plpgsql immutable
  set search_path = pg_catalog, pg_temp
as $$
declare
  broken text := case
    when not l.number > 0 then 'number'
    when l.author not in ('payer', 'payee', 'operator', 'system') then 'author'
    when l.kind not in ('message', 'file', 'proof', 'event') then 'kind'
    when (l.kind = 'message') <> (l.text_sealed is not null) then 'text'
    when (l.kind in ('file', 'proof')) <> (l.file_id is not null) then 'file'
    when num_nulls(l.file_id, l.file_type, l.file_bytes) not in (0, 3) then 'file_parts'
    when (l.kind = 'event') <> (l.event is not null) or num_nulls(l.event, l.event_version) = 1 then 'event'
    when l.kind <> 'event' and l.author_id is null then 'author_id'
    when l.english_sealed is not null and (l.author <> 'operator' or l.kind <> 'message') then 'english'
  end;
begin
  if broken is not null then
    raise exception using errcode = 'check_violation', schema = 'orders', table = 'thread_line', constraint = 'thread_line_' || broken,
      message = format('line %s of the thread of order %s breaks the rule "%s"', l.number, l.order_id, broken);
  end if;
  return true;
end
$$;

create table orders.reply_template (
  id          bigint       generated always as identity primary key,
  version     integer      not null default 1 check (version > 0),
  name        text         not null check (char_length(name) between 1 and 60),
  text_zh     text         not null check (char_length(text_zh) between 1 and 500),
  text_en     text         not null check (char_length(text_en) between 1 and 500),
  is_offered  boolean      not null default true,
  changed_by  bigint       not null,
  changed_at  timestamptz  not null default platform.app_now()
);
create unique index reply_template_name on orders.reply_template (name) where is_offered;
create index reply_template_offered on orders.reply_template (id) where is_offered;

create table orders.reply_template_version (
  template_id  bigint       not null references orders.reply_template,
  version      integer      not null,
  name         text         not null,
  text_zh      text         not null,
  text_en      text         not null,
  is_offered   boolean      not null,
  changed_by   bigint       not null,
  changed_at   timestamptz  not null,
  primary key (template_id, version)
);
grant select, insert, update on orders.reply_template to holdfast_app;
grant select, insert on orders.reply_template_version to holdfast_app;
