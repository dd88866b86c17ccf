-- Listings and orders that are paid by a QR code.
-- Invariant: an order shows the row of the pay account as it stood at its lock.

alter table orders.listing
  add column pay_account_ids bigint[] not null default '{}' check (cardinality(pay_account_ids) <= 5);
comment on column orders.listing.pay_account_ids is 'the pay accounts on which its owner may be paid besides the cards';

alter table orders.orders add column pay_account_id bigint;
comment on column orders.orders.pay_account_id is 'the row of pay.account as it stood at the lock; null where the owner is paid by bank alone';
