-- Held coin in lots, and cards of which every change is a row.
-- Invariants:
--   what a member has on hold is the sum of their open lots; each lot says which entry held it, for which order, and until when;
--   a lot is released once, never before it is due, and only with the entry that moves exactly it to available;
--   a card's row is never edited: a change is a new row of the same card, and an order shows the row that it named at its lock;
--   a card has one current row.

create table ledger.hold_lot (
  reference    text         collate "C" primary key,
  order_id     bigint       not null,
  version      integer      not null,
  member_id    bigint       not null,
  coin         text         not null references ledger.coin,
  quantity     bigint       not null check (quantity > 0),
  due_at       timestamptz  not null,
  retry_at     timestamptz,
  released_at  timestamptz,
  unique (order_id, version),
  check (released_at >= due_at)
);
create index hold_lot_due on ledger.hold_lot (due_at) where released_at is null;
create index hold_lot_of_member on ledger.hold_lot (member_id, coin) where released_at is null;
comment on column ledger.hold_lot.reference is 'of the entry that put the coin on hold; the version is that of its order after the transition';
comment on column ledger.hold_lot.retry_at is 'not released before, after a try that failed';

-- A lot without its entry, or one that is called released while the coin still lies there, would let the hold drift from its lots.
create function ledger.check_lot() returns trigger
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
declare
  is_new     boolean := tg_op = 'INSERT';
  moved_by   text := case when is_new then new.reference else format('order:%s:hold-end:%s', new.order_id, new.version) end;
begin
  if not is_new and old.released_at is not null then
    raise exception using errcode = 'check_violation', constraint = 'lot_is_released_once',
      message = format('the lot of %s is released already', old.reference);
  end if;
  if (is_new and new.released_at is not null) or not exists (
    select from ledger.entry e
    join ledger.posting p on p.entry_id = e.id
    join ledger.account a on a.id = p.account_id
    where e.reference = moved_by and a.key = format('member/%s/hold/%s/0', new.member_id, new.coin)
      and p.amount = case when is_new then new.quantity else -new.quantity end
  ) then
    raise exception using errcode = 'check_violation', constraint = 'lot_is_posted',
      message = format('no entry %s moves %s on hold', moved_by, new.quantity);
  end if;
  return new;
end
$$;
create trigger lot_is_held before insert on ledger.hold_lot
  for each row execute function ledger.check_lot();
create trigger lot_is_released before update of released_at on ledger.hold_lot
  for each row execute function ledger.check_lot();
create trigger lot_is_never_removed before delete or truncate on ledger.hold_lot
  for each statement execute function ledger.refuse_change();
grant select, insert, update (released_at, retry_at) on ledger.hold_lot to holdfast_app;

alter table bank.card
  add column card_id bigint,
  add column version integer not null default 1 check (version > 0),
  add column replaced_at timestamptz;
update bank.card set card_id = id;
alter table bank.card
  alter column card_id set not null,
  add foreign key (card_id) references bank.card,
  add unique (card_id, version);
create unique index card_is_current_once on bank.card (card_id) where replaced_at is null;
drop index bank.card_of_member;
create index card_of_member on bank.card (member_id) where removed_at is null and replaced_at is null;
comment on column bank.card.card_id is 'the card that this row is a version of, which is the id of its first row; listings name it';
comment on column bank.card.added_at is 'when the account was bound, the same in all versions of the card';

-- What a version says is never updated: the sealed columns only because keys change.
revoke update on bank.card from holdfast_app;
grant update (replaced_at, removed_at, account_sealed, holder_sealed) on bank.card to holdfast_app;
-- A number is found by the current version of its card.
grant update (card_id) on bank.account_lookup to holdfast_app;
comment on column orders.orders.card_id is 'the row of bank.card as it stood at the lock';
