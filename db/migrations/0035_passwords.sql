-- Invariant: a marked password opens no session until it has been changed, and a change takes the mark away.

alter table member.credential
  add password_marked  text        check (password_marked in ('operator', 'breach')),
  add password_set_at  timestamptz not null default platform.app_now();
