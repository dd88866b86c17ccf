--! breaking: processes of the old version begin sessions of operators by themselves
-- Operators prove who they are to the database, not only to the application.
-- Invariants, also against whoever controls SQL on the application's connection:
--   a session of an operator is begun by a password and a code that the database has compared itself, or by an invitation;
--   how an operator signs in is set by an invitation alone, and only where nothing is set: it was never set, or two administrators, or the
--   owner, took it away;
--   an invitation is made by an administrator who is signed in, or by the owner;
--   what an operator asks for or decides carries the proof of the session, of which the database keeps a hash;
--   codes are guessed five times an hour, also by transactions that are rolled back.
-- The application still hashes the password (its pepper is not the database's to know) and hands over the key under which an authenticator
-- is kept: neither a copy of the database nor the application's login has both.

create schema crypto; -- nobody but the owner may use it
create extension pgcrypto with schema crypto;

create table operator.credential (
  id                       bigint  generated always as identity primary key,
  operator_id              bigint  not null unique references operator.operator,
  password_settings        text    not null check (password_settings ~ '^\$argon2id\$.*\$$'),
  password_verifier        bytea   not null check (octet_length(password_verifier) = 32),
  authenticator_encrypted  bytea,
  last_step                bigint  not null
);
comment on column operator.credential.password_settings is 'parameters and salt of the hash: the hash itself is not stored';
comment on column operator.credential.password_verifier is 'SHA-256 of the whole hash';
comment on column operator.credential.authenticator_encrypted is 'null until the product, which has the key, first starts on a database of the version before';
comment on column operator.credential.last_step is 'the time step of the last code that was taken; it and older ones are refused';
grant select (operator_id, password_settings) on operator.credential to holdfast_app;

insert into operator.credential (operator_id, password_settings, password_verifier, last_step)
select id, regexp_replace(password_hash, '[^$]+$', ''), sha256(convert_to(password_hash, 'UTF8')), authenticator_step
from operator.operator where password_hash is not null order by id;

alter table operator.operator
  drop constraint operator_both_or_none,
  drop column password_hash,
  drop column authenticator_step;
comment on column operator.operator.authenticator_sealed is 'of the version before; null once it is in operator.credential';

-- What was shown at a sign-in. What came of it is told in a later transaction only: a guess that is rolled back has brought nothing, and one
-- that is not is counted.
create table operator.sign_in_attempt (
  id             bigint       generated always as identity primary key,
  ticket_hash    bytea        not null unique check (octet_length(ticket_hash) = 32),
  made_by        xid8         not null default pg_current_xact_id(),
  made_at        timestamptz  not null default platform.app_now(),
  credential_id  bigint,
  step           bigint,
  recovery_id    bigint,
  used_at        timestamptz
);
comment on column operator.sign_in_attempt.credential_id is 'whose password was right; null for a wrong one';
comment on column operator.sign_in_attempt.step is 'of a right code of the authenticator';
comment on column operator.sign_in_attempt.recovery_id is 'the recovery code that was shown, if it is one that is not used';
create index sign_in_attempt_credential on operator.sign_in_attempt (credential_id, id);
create index sign_in_attempt_made on operator.sign_in_attempt (made_at);

-- Whoever reads a session, an invitation or a recovery code has nothing to show: what is shown is hashed once more.
update operator.session set ended_at = platform.app_now(), end_reason = 'operator' where ended_at is null;
update operator.session set checksum_hash = sha256(checksum_hash);
update operator.invitation set token_hash = sha256(token_hash);
update operator.recovery_code set code_hash = sha256(code_hash);
comment on column operator.session.checksum_hash is 'SHA-256 of the keyed hash of the session proof, which the functions below are given';

revoke all on operator.operator, operator.session, operator.invitation, operator.recovery_code from holdfast_app;
grant select on operator.operator, operator.session, operator.invitation to holdfast_app;
grant select (id, operator_id, used_at) on operator.recovery_code to holdfast_app;
-- A box that the product alone can make; and whoever enrols locks the row.
grant update (pending_sealed) on operator.invitation to holdfast_app;

-- The time step of a right code of an authenticator (RFC 6238: SHA-1, six digits, thirty seconds, one step early or late).
create function operator.step_of_code(secret bytea, code text) returns bigint
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
declare
  current  bigint := floor(extract(epoch from platform.app_now()) / 30);
  found    bigint;
  mac      bytea;
  at       integer;
begin
  -- All three, whichever it is: the time that it takes says nothing of a guess that is rolled back.
  for step in current - 1..current + 1 loop
    mac := crypto.hmac(int8send(step::bigint), secret, 'sha1');
    at := get_byte(mac, 19) & 15;
    if code = lpad(((((get_byte(mac, at) & 127) << 24) | (get_byte(mac, at + 1) << 16) | (get_byte(mac, at + 2) << 8)
        | get_byte(mac, at + 3)) % 1000000)::text, 6, '0') then
      found := step;
    end if;
  end loop;
  return found;
end
$$;

-- Takes away everything by which an operator signs in.
create function operator.forget_credential(who bigint) returns void
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  delete from operator.credential where operator_id = who;
  update operator.operator set enrolled_at = null, authenticator_sealed = null where id = who;
  update operator.session set ended_at = platform.app_now(), end_reason = 'operator' where ended_at is null and operator_id = who;
  update operator.recovery_code set used_at = platform.app_now() where operator_id = who and used_at is null;
end
$$;

-- Sets everything by which an operator signs in.
create function operator.set_credential(
  who bigint, password_hash text, authenticator bytea, authenticator_key bytea, step bigint, recovery_hashes bytea[]
) returns void
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform operator.forget_credential(who);
  insert into operator.credential (operator_id, password_settings, password_verifier, authenticator_encrypted, last_step)
  values (who, regexp_replace(password_hash, '[^$]+$', ''), sha256(convert_to(password_hash, 'UTF8')),
    crypto.encrypt(authenticator, authenticator_key, 'aes'), step);
  insert into operator.recovery_code (operator_id, code_hash) select who, sha256(h) from unnest(recovery_hashes) h;
  update operator.operator set enrolled_at = platform.app_now() where id = who;
end
$$;

-- Begins the one live session of an operator; the one before ends.
create function operator.open_session(
  who bigint, session_proof bytea, device_hash bytea, device_name text, place text, network text
) returns void
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  update operator.session set ended_at = platform.app_now(), end_reason = 'takeover' where operator_id = who and ended_at is null;
  insert into operator.session (operator_id, checksum_hash, device_hash, device_name, place, network)
  values (who, sha256(session_proof), device_hash, device_name, place, network);
end
$$;

-- Keeps what somebody shows who wants to sign in. Says nothing of it. `ticket`: a secret by which its caller gets to know.
create function operator.attempt_sign_in(
  ticket bytea, mail text, password_hash text, code text, recovery_hash bytea, authenticator_key bytea
) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  known     operator.credential;
  step      bigint;
  recovery  bigint;
begin
  select c.* into known from operator.credential c join operator.operator o on o.id = c.operator_id
  where o.email = mail and c.password_verifier = sha256(convert_to(password_hash, 'UTF8'));
  if known.id is not null then
    step := operator.step_of_code(crypto.decrypt(known.authenticator_encrypted, authenticator_key, 'aes'), code);
    select r.id into recovery from operator.recovery_code r
    where r.code_hash = sha256(recovery_hash) and r.operator_id = known.operator_id and r.used_at is null;
  end if;
  insert into operator.sign_in_attempt (ticket_hash, credential_id, step, recovery_id)
  values (sha256(ticket), known.id, step, recovery);
  delete from operator.sign_in_attempt where made_at < platform.app_now() - interval '1 day';
end
$$;

-- What came of an attempt: right, wrong, or braked, where the password was right and codes were guessed too often. The transaction that made
-- it is never told: it could roll the guess back, and guess again.
create function operator.outcome_of(ticket bytea) returns text
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  shown     operator.sign_in_attempt;
  accepted  bigint; -- the last attempt that began a session
begin
  select a.* into shown from operator.sign_in_attempt a
  where a.ticket_hash = sha256(ticket) and a.used_at is null and a.made_at > platform.app_now() - interval '1 minute'
    and a.made_by is distinct from pg_current_xact_id_if_assigned();
  if shown.credential_id is null then
    return 'wrong';
  end if;
  select coalesce(max(a.id), 0) into accepted
  from operator.sign_in_attempt a where a.credential_id = shown.credential_id and a.used_at is not null;
  -- One from before that was committed since is not among those that are counted below.
  if shown.id < accepted then
    return 'wrong';
  end if;
  if (select count(*) from operator.sign_in_attempt a
      where a.credential_id = shown.credential_id and a.id > accepted and a.made_at > platform.app_now() - interval '1 hour') > 5 then
    return 'braked';
  end if;
  return case when shown.step is null and shown.recovery_id is null then 'wrong' else 'right' end;
end
$$;

-- Begins the session of a right attempt, once. Answers whose it is; null where none was begun.
create function operator.begin_session(
  ticket bytea, session_proof bytea, device_hash bytea, device_name text, place text, network text
) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  shown  operator.sign_in_attempt;
  known  operator.credential;
begin
  select a.* into shown from operator.sign_in_attempt a where a.ticket_hash = sha256(ticket) for update;
  select c.* into known from operator.credential c join operator.operator o on o.id = c.operator_id
  where c.id = shown.credential_id and not o.disabled for update of c;
  if known.id is null or operator.outcome_of(ticket) <> 'right' or shown.step <= known.last_step then
    return null;
  end if;
  if shown.step is not null then
    update operator.credential set last_step = shown.step where id = known.id;
  else
    update operator.recovery_code set used_at = platform.app_now() where id = shown.recovery_id and used_at is null;
    if not found then
      return null;
    end if;
  end if;
  update operator.sign_in_attempt set used_at = platform.app_now() where id = shown.id;
  perform operator.open_session(known.operator_id, session_proof, device_hash, device_name, place, network);
  return known.operator_id;
end
$$;

-- Sets how an operator signs in, by an invitation, and begins a session. Answers whose; null where the invitation is not good.
create function operator.enrol(
  invitation bytea, password_hash text, authenticator bytea, authenticator_key bytea, step bigint, recovery_hashes bytea[],
  session_proof bytea, device_hash bytea, device_name text, place text, network text
) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  who bigint;
begin
  update operator.invitation i set used_at = platform.app_now(), pending_sealed = null
  from operator.operator o
  where i.token_hash = sha256(invitation) and i.used_at is null and i.expires_at > platform.app_now()
    and o.id = i.operator_id and o.enrolled_at is null and not o.disabled
  returning o.id into who;
  if who is null then
    return null;
  end if;
  perform operator.set_credential(who, password_hash, authenticator, authenticator_key, step, recovery_hashes);
  perform operator.open_session(who, session_proof, device_hash, device_name, place, network);
  return who;
end
$$;

create function operator.end_sessions(who bigint, reason text) returns boolean
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  update operator.session set ended_at = platform.app_now(), end_reason = reason where operator_id = who and ended_at is null;
  return found;
end
$$;

-- Reads a session with a shared row lock, for which the application would need the right to change it.
create function operator.lock_session(session_id bigint) returns setof operator.session
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query select s.* from operator.session s where s.id = session_id for share;
end
$$;

-- The operator of a live session; HF008 if it is none.
drop function operator.operator_of(bigint), operator.treasurer_of(bigint);
create function operator.operator_of(session_proof bytea) returns operator.operator
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
declare
  who operator.operator;
begin
  select o.* into who
  from operator.session s join operator.operator o on o.id = s.operator_id
  where s.checksum_hash = sha256(session_proof) and s.ended_at is null and not o.disabled
    and s.active_at > platform.app_now() - interval '15 minutes' and s.created_at > platform.app_now() - interval '8 hours';
  if who.id is null then
    raise exception using errcode = 'HF008', message = 'no live session of an operator';
  end if;
  return who;
end
$$;

create function operator.operator_of(session_proof bytea, wanted_role text) returns bigint
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
declare
  who operator.operator := operator.operator_of(session_proof);
begin
  if who.role <> wanted_role then
    raise exception using errcode = 'HF008', message = format('no live session of the role %s', wanted_role);
  end if;
  return who.id;
end
$$;

-- Extends a session that is live.
create function operator.touch_session(session_proof bytea) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  update operator.session set active_at = platform.app_now()
  where checksum_hash = sha256(session_proof) and ended_at is null
    and active_at between platform.app_now() - interval '15 minutes' and platform.app_now() - interval '30 seconds';
end
$$;

-- Replaces the invitation of an operator who has not enrolled.
create function operator.invite(session_proof bytea, invited bigint, invitation bytea, hours integer) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform operator.operator_of(session_proof, 'admin');
  perform from operator.operator o where o.id = invited and o.enrolled_at is null and not o.disabled for update;
  if not found then
    raise exception using errcode = 'HF008', message = 'nobody who could be invited';
  end if;
  update operator.invitation set used_at = platform.app_now() where operator_id = invited and used_at is null;
  insert into operator.invitation (operator_id, token_hash, expires_at)
  values (invited, sha256(invitation), platform.app_now() + make_interval(hours => hours));
end
$$;

-- As in 0012 and 0039, with the proof of the session in place of its number, which everybody can read.
drop function operator.request_posting(bigint, text, text, text, text[], bigint[], text), operator.decide_posting(bigint, text, boolean),
  operator.ask(bigint, text, text, jsonb, jsonb, text, timestamptz), operator.decide(bigint, bigint, text, text);
create function operator.request_posting(
  session_proof bytea, reference text, kind text, coin text, account_keys text[], amounts bigint[], reason text
) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into ledger.request (reference, kind, coin, account_keys, amounts, reason, requested_by)
  values (reference, kind, coin, account_keys, amounts, reason, operator.operator_of(session_proof, 'treasury'));
end
$$;

create function operator.decide_posting(session_proof bytea, request_reference text, approves boolean) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  who bigint := operator.operator_of(session_proof, 'treasury');
begin
  update ledger.request r
  set decision = case when approves then 'approved' else 'refused' end, decided_by = who, decided_at = platform.app_now()
  where r.reference = request_reference and r.decision is null and r.requested_by <> who;
  if not found then
    raise exception using errcode = 'HF008', message = 'no request that this operator could decide: unknown, decided, or their own';
  end if;
end
$$;

create function operator.ask(
  session_proof bytea, kind text, subject text, payload jsonb, changes jsonb, reason text, expires_at timestamptz
) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  number bigint;
begin
  insert into operator.request (kind, subject, payload, changes, reason, asked_by, expires_at)
  values (kind, subject, payload, changes, reason, (operator.operator_of(session_proof)).id, expires_at)
  returning id into number;
  return number;
end
$$;

create function operator.decide(session_proof bytea, request_id bigint, verdict text, note text) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  who operator.operator := operator.operator_of(session_proof);
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

-- As in 0039.
create or replace function operator.reset_credentials(request_id bigint) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  said jsonb := operator.take_request(request_id, 'operator-reset');
  number bigint;
begin
  select id into number from operator.operator where email = said->>'email';
  perform operator.forget_credential(number);
  return number;
end
$$;

revoke all on all functions in schema operator from public;
grant execute on function operator.attempt_sign_in, operator.outcome_of, operator.begin_session, operator.enrol, operator.end_sessions,
  operator.lock_session, operator.touch_session, operator.invite, operator.request_posting, operator.decide_posting, operator.ask,
  operator.decide to holdfast_app;
