--! breaking: processes of the old version raise limits without keeping what a freeze restores
-- What freezing an account restores of an own limit.
-- Invariants:
--   until `restore_until`, `restore_to` is the least amount that held when the limit was raised in the 72 hours before; setting the limit again does
--   not change it, so that whoever has raised a limit cannot make the raise last by lowering it a little.

alter table member.own_limit
  add column restore_to    bigint check (restore_to >= 0),
  add column restore_until timestamptz,
  add check ((restore_to is null) = (restore_until is null));
comment on column member.own_limit.restore_to is 'what the limit becomes when its owner freezes the account before `restore_until`, unless less holds by then';
comment on table member.own_limit is 'a raise that has begun stays beside the amount before it until the limit is set again; what a freeze takes back is kept apart from that';

-- Raises that were taken back until now: 72 hours from the asking, which is 48 after the beginning.
update member.own_limit set restore_to = amount, restore_until = raised_at + interval '48 hours'
where raised_at > platform.app_now() - interval '48 hours';
