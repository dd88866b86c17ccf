--! breaking: processes of the old version let a card that nobody has approved claim an account
-- Bank cards that are reviewed.
-- Invariants:
--   an account is claimed by one card at most, and only by an approved one: whoever merely adds somebody else's number takes nothing from its owner;
--   a card that was refused says why, and no other one does.

delete from bank.account_lookup l using bank.card c
  where c.id = l.card_id and (c.status <> 'Approved' or c.removed_at is not null or c.replaced_at is not null);

-- The status of a version is never edited, so a claim that begins with an approved one stays with an approved one.
alter table bank.card add unique (id, status);
alter table bank.account_lookup
  add column card_status text not null default 'Approved' check (card_status = 'Approved'),
  add foreign key (card_id, card_status) references bank.card (id, status);
comment on table bank.account_lookup is 'which approved card claims an account; one row for each key that lives';

alter table bank.card
  add column refusal text check (refusal in ('holder-differs', 'account-wrong', 'not-own', 'cannot-receive', 'other')),
  add check (refusal is null or status = 'NotApproved');
comment on column bank.card.refusal is 'why it was refused, as its member is told; never that another member''s card has the account';
comment on column bank.card.added_at is 'when the account was bound: a change of the account sets it anew, a review does not';

-- What waits for a review, the oldest first.
create index card_by_status on bank.card (status, id) where removed_at is null and replaced_at is null;
