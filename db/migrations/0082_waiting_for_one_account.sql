-- Reviewers see which other waiting accounts name the same one: by keyed hash, of what waits for a review now. Any number of them; whoever is
-- approved then claims it (bank.account_lookup, pay.account_lookup). The worker writes the hashes of what waits already, which SQL cannot.

create table bank.waiting_lookup (
  hash     bytea   not null check (octet_length(hash) = 33),
  card_id  bigint  not null references bank.card,
  primary key (hash, card_id)
);
create index waiting_lookup_of_card on bank.waiting_lookup (card_id);

create table pay.waiting_lookup (
  hash        bytea   not null check (octet_length(hash) = 33),
  account_id  bigint  not null references pay.account,
  primary key (hash, account_id)
);
create index waiting_lookup_of_account on pay.waiting_lookup (account_id);

grant select, insert, delete on bank.waiting_lookup, pay.waiting_lookup to holdfast_app;
