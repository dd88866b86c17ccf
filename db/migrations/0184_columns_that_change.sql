--! breaking: processes of the old version write the versions of a reply template themselves
-- What was decided, written or agreed upon is changed in the columns that a command changes, and in no other.
-- Invariants:
--   a flagged line keeps its order, its number, since when it is there and all that it was found to look like: kinds are added;
--   a reply template is never its text without a version of it: the database itself writes each version down, and one follows on the other;
--   an update grant on a whole table is for rows that are present state alone (packages/database/src/grants.db.test.ts names them).

revoke update on orders.flagged_line from holdfast_app;
grant update (kinds, verdict, decided_by, decided_at) on orders.flagged_line to holdfast_app;

create function orders.keep_kinds() returns trigger
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not new.kinds @> old.kinds then
    raise exception using errcode = 'check_violation', schema = 'orders', table = 'flagged_line', constraint = 'flagged_line_kinds_grow',
      message = format('line %s of order %s looks like what it was found to look like', old.number, old.order_id);
  end if;
  return new;
end
$$;
create trigger flagged_line_kinds_grow before update of kinds on orders.flagged_line
  for each row execute function orders.keep_kinds();

revoke update on orders.reply_template from holdfast_app;
grant update (version, name, text_zh, text_en, is_offered, changed_by, changed_at) on orders.reply_template to holdfast_app;
revoke insert on orders.reply_template_version from holdfast_app;

create function orders.keep_reply_version() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  next_version integer := case when tg_op = 'INSERT' then 1 else old.version + 1 end;
begin
  if new.version <> next_version then
    raise exception using errcode = 'check_violation', schema = 'orders', table = 'reply_template', constraint = 'reply_template_versions_follow',
      message = format('version %s of reply template %s does not follow', new.version, new.id);
  end if;
  insert into orders.reply_template_version (template_id, version, name, text_zh, text_en, is_offered, changed_by, changed_at)
  values (new.id, new.version, new.name, new.text_zh, new.text_en, new.is_offered, new.changed_by, new.changed_at);
  return null;
end
$$;
create trigger reply_template_is_versioned after insert or update on orders.reply_template
  for each row execute function orders.keep_reply_version();

revoke all on function orders.keep_kinds, orders.keep_reply_version from public;

-- The same rule where only some columns change. A case keeps by whom, when and why it was opened.
revoke update on orders.case_file, orders.role_rank, orders.price_reference, orders.last_price, orders.traded from holdfast_app;
grant update (first_answer_due_at, ruling_due_at, escalates_at, first_answered_at, escalated_at, closed_at, outcome, closed_by, approved_by,
  ruling_reason, evidence, text_sealed, ruling_text_sealed) on orders.case_file to holdfast_app;
grant update (sort_code, sort_offset, changed_by, changed_at) on orders.role_rank to holdfast_app;
grant update (price_e4, trades, newest_at, measured_at) on orders.price_reference to holdfast_app;
grant update (price_e4, at) on orders.last_price to holdfast_app;
grant update (finished) on orders.traded to holdfast_app;

revoke update on member.own_limit, member.recovery_code from holdfast_app;
grant update (amount, raised_to, raised_at, restore_to, restore_until) on member.own_limit to holdfast_app;
grant update (used_at) on member.recovery_code to holdfast_app;

revoke update on broadcast.copy, broadcast.preference from holdfast_app;
grant update (read_at, is_counted) on broadcast.copy to holdfast_app;
grant update (language) on broadcast.preference to holdfast_app;
