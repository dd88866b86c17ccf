-- Bank cards: where a member is paid.
-- Invariant: one account number stands on one live card, whoever owns it; the number itself is stored sealed only.

create schema bank;
grant usage on schema bank to holdfast_app;

create table bank.card (
  id              bigint       generated always as identity primary key,
  member_id       bigint       not null,
  bank_code       text         not null check (bank_code ~ '^[0-9]{3}$'),
  account_sealed  bytea        not null,
  account_key     bytea        not null check (octet_length(account_key) = 32),
  account_last4   text         not null check (account_last4 ~ '^[0-9]{4}$'),
  holder_name     text         not null,
  status          text         not null default 'Review' check (status in ('Review', 'NotApproved', 'Approved')),
  added_at        timestamptz  not null default platform.app_now(),
  removed_at      timestamptz
);
create unique index card_one_owner on bank.card (account_key) where removed_at is null;
create index card_of_member on bank.card (member_id) where removed_at is null;
comment on column bank.card.account_key is 'keyed hash of bank code and number, to find duplicates without reading numbers';

grant select, insert, update on bank.card to holdfast_app;
