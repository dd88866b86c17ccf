-- Who works on what waits for a review, and since when it waits.
-- Invariants:
--   an item is claimed by one operator at a time: a claim is one row, which only its holder prolongs, and which goes to another one when it has ended
--     or was taken over;
--   whoever lost an item to another operator stands on its row, so that they are told.

create schema review;
grant usage on schema review to holdfast_app;

create table review.claim (
  kind         text         not null check (kind ~ '^[a-z-]{1,32}$'),
  item_id      bigint       not null,
  operator_id  bigint       not null,
  claimed_at   timestamptz  not null default platform.app_now(),
  ends_at      timestamptz  not null,
  taken_from   bigint       check (taken_from <> operator_id),
  primary key (kind, item_id),
  check (ends_at > claimed_at)
);
comment on column review.claim.item_id is 'the application, or the card in whatever version';
comment on column review.claim.taken_from is 'the operator who was working on it when this one took it over, at claimed_at';
create index claim_taken on review.claim (taken_from) where taken_from is not null;
create index claim_ended on review.claim (ends_at);

grant select, insert, update, delete on review.claim to holdfast_app;

-- What has waited for some hours, without reading what has not.
create index application_waiting_since on real_name.application (submitted_at) where closed_at is null;

-- Since when this version of a card stands: `added_at` is kept over changes that leave the account as it is.
alter table bank.card add column made_at timestamptz;
update bank.card set made_at = added_at;
alter table bank.card alter column made_at set not null, alter column made_at set default platform.app_now();
comment on column bank.card.made_at is 'when this version was made: what waits for a review waits since then';
create index card_waiting_since on bank.card (made_at) where status = 'Review' and removed_at is null and replaced_at is null;
