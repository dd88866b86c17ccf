-- How operators prove who they are, and how operators come to be.
-- Invariants:
--   whoever has a password has an authenticator too: there is no sign-in by a password alone;
--   a code of the authenticator opens one session: its time step only goes up;
--   a recovery code and an invitation are used once, and only their keyed hashes are kept;
--   an operator has at most one live session;
--   the application makes no operator and gives nobody a role: it carries out requests that another administrator has approved. The
--   first two administrators are made by the owner.

alter table operator.operator
  add column password_hash         text,
  add column authenticator_sealed  bytea,
  add column authenticator_step    bigint       not null default 0,
  add column enrolled_at           timestamptz,
  add constraint operator_both_or_none check (num_nulls(password_hash, authenticator_sealed, enrolled_at) in (0, 3));
comment on column operator.operator.authenticator_step is 'the time step of the last code that was taken; an older one is refused';

alter table operator.session
  add column device_name  text not null default '',
  add column place        text not null default '',
  add column network      text not null default '',
  add column end_reason   text check (end_reason in ('takeover', 'signed-out', 'operator'));
create index session_of_operator on operator.session (operator_id, id);
create unique index session_one_live on operator.session (operator_id) where ended_at is null;

-- By which somebody becomes an operator, or begins anew after losing the authenticator.
create table operator.invitation (
  id              bigint       generated always as identity primary key,
  operator_id     bigint       not null references operator.operator,
  token_hash      bytea        not null unique check (octet_length(token_hash) = 32),
  -- The secret that the page has shown, until a code of it has been given.
  pending_sealed  bytea,
  created_at      timestamptz  not null default platform.app_now(),
  expires_at      timestamptz  not null,
  used_at         timestamptz
);
create unique index invitation_one_open on operator.invitation (operator_id) where used_at is null;

create table operator.recovery_code (
  id           bigint       generated always as identity primary key,
  operator_id  bigint       not null references operator.operator,
  code_hash    bytea        not null unique check (octet_length(code_hash) = 32),
  used_at      timestamptz
);
create index recovery_code_operator on operator.recovery_code (operator_id) where used_at is null;

-- What only two administrators may do, and what only two operators may: one asks, another one decides. What is asked for never changes.
create table operator.request (
  id            bigint       generated always as identity primary key,
  kind          text         not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  -- Whose matter it is: an account, an operator's mail address.
  subject       text         not null,
  payload       jsonb        not null,
  -- What will change, as both people read it. Compared again at the decision.
  changes       jsonb        not null,
  reason        text         not null check (char_length(reason) between 1 and 500),
  asked_by      bigint       not null references operator.operator,
  asked_at      timestamptz  not null default platform.app_now(),
  expires_at    timestamptz  not null,
  decision      text         check (decision in ('approved', 'refused', 'withdrawn')),
  decided_by    bigint       references operator.operator,
  decided_at    timestamptz,
  note          text         not null default '' check (char_length(note) <= 500),
  done_at       timestamptz,
  check (num_nulls(decision, decided_by, decided_at) in (0, 3)),
  check (done_at is null or decision = 'approved'),
  constraint request_two_people check (case decision when 'withdrawn' then decided_by = asked_by else decided_by <> asked_by end)
);
create index request_open on operator.request (id) where decision is null;
create index request_subject on operator.request (subject, id);
create trigger request_is_never_removed before delete or truncate on operator.request
  for each statement execute function ledger.refuse_change();
create trigger request_is_kept before update on operator.request
  for each row when (
    (old.id, old.kind, old.subject, old.payload, old.changes, old.reason, old.asked_by, old.asked_at, old.expires_at)
      is distinct from (new.id, new.kind, new.subject, new.payload, new.changes, new.reason, new.asked_by, new.asked_at, new.expires_at)
    or old.done_at is not null
    or old.decision is not null and (old.decision, old.decided_by, old.decided_at, old.note)
      is distinct from (new.decision, new.decided_by, new.decided_at, new.note))
  execute function ledger.refuse_change();

-- The operator of a live session; HF008 if it is none.
create function operator.operator_of(session_id bigint) returns operator.operator
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
declare
  who operator.operator;
begin
  select o.* into who
  from operator.session s join operator.operator o on o.id = s.operator_id
  where s.id = session_id and s.ended_at is null and not o.disabled
    and s.active_at > platform.app_now() - interval '15 minutes' and s.created_at > platform.app_now() - interval '8 hours';
  if who.id is null then
    raise exception using errcode = 'HF008', message = 'no live session of an operator';
  end if;
  return who;
end
$$;

-- The only ways by which the application writes a request. Which role may ask and decide what, the application checks as well.
create function operator.ask(
  session_id bigint, kind text, subject text, payload jsonb, changes jsonb, reason text, expires_at timestamptz
) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  number bigint;
begin
  insert into operator.request (kind, subject, payload, changes, reason, asked_by, expires_at)
  values (kind, subject, payload, changes, reason, (operator.operator_of(session_id)).id, expires_at)
  returning id into number;
  return number;
end
$$;

create function operator.decide(session_id bigint, request_id bigint, verdict text, note text) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  who operator.operator := operator.operator_of(session_id);
begin
  update operator.request r
  set decision = verdict, decided_by = who.id, decided_at = platform.app_now(), note = decide.note
  where r.id = request_id and r.decision is null and r.expires_at > platform.app_now()
    and case verdict when 'withdrawn' then r.asked_by = who.id else r.asked_by <> who.id end;
  if not found then
    raise exception using errcode = 'HF008', message = 'no request that this operator could decide so';
  end if;
end
$$;

-- Takes an approved request of this kind for doing it, once.
create function operator.take_request(request_id bigint, wanted text) returns jsonb
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
declare
  said jsonb;
begin
  update operator.request r set done_at = platform.app_now()
  from operator.operator a, operator.operator d
  where r.id = request_id and r.kind = wanted and r.decision = 'approved' and r.done_at is null
    and a.id = r.asked_by and d.id = r.decided_by
    and (wanted not like 'operator-%' or a.role = 'admin' and d.role = 'admin')
  returning r.payload into said;
  if said is null then
    raise exception using errcode = 'HF008', message = 'no approved request to do this';
  end if;
  return said;
end
$$;

-- Marks a request of any other kind as done: what it does is the application's.
create function operator.finish_request(request_id bigint, wanted text) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform operator.take_request(request_id, wanted);
end
$$;

create function operator.add_operator(request_id bigint) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  said jsonb := operator.take_request(request_id, 'operator-add');
  number bigint;
begin
  insert into operator.operator (email, name, role) values (said->>'email', said->>'name', said->>'role') returning id into number;
  return number;
end
$$;

create function operator.change_role(request_id bigint) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  said jsonb := operator.take_request(request_id, 'operator-role');
begin
  update operator.operator set role = said->>'role' where email = said->>'email';
  update operator.session set ended_at = platform.app_now(), end_reason = 'operator'
  where ended_at is null and operator_id = (select id from operator.operator where email = said->>'email');
end
$$;

create function operator.set_disabled(request_id bigint) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  said jsonb := operator.take_request(request_id, 'operator-access');
begin
  update operator.operator set disabled = (said->>'disabled')::boolean where email = said->>'email';
  update operator.session set ended_at = platform.app_now(), end_reason = 'operator'
  where ended_at is null and operator_id = (select id from operator.operator where email = said->>'email');
end
$$;

-- Lets an operator begin anew: the password and the authenticator are gone, whoever has the next invitation sets others.
create function operator.reset_credentials(request_id bigint) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  said jsonb := operator.take_request(request_id, 'operator-reset');
  number bigint;
begin
  update operator.operator
  set password_hash = null, authenticator_sealed = null, enrolled_at = null
  where email = said->>'email' returning id into number;
  update operator.session set ended_at = platform.app_now(), end_reason = 'operator' where ended_at is null and operator_id = number;
  update operator.recovery_code set used_at = platform.app_now() where operator_id = number and used_at is null;
  return number;
end
$$;

revoke all on all functions in schema operator from public;
grant execute on function operator.ask, operator.decide, operator.finish_request, operator.add_operator, operator.change_role,
  operator.set_disabled, operator.reset_credentials to holdfast_app;
grant update (password_hash, authenticator_sealed, authenticator_step, enrolled_at) on operator.operator to holdfast_app;
grant insert on operator.session to holdfast_app;
grant select, insert, update on operator.invitation, operator.recovery_code to holdfast_app;
grant select on operator.request to holdfast_app;
