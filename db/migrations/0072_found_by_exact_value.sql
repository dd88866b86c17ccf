-- Operators find members by the exact value of what is sealed: mail address, real name, account number. (A mobile number and an identity
-- number have their look-up hashes already.) Several members may have the same one, so nothing here is unique to a member; each table is read
-- by one hash, in the order of its owners.
create table member.mail_lookup (
  hash       bytea   not null check (octet_length(hash) = 33),
  member_id  bigint  not null references member.member,
  primary key (hash, member_id)
);
create index mail_lookup_of_member on member.mail_lookup (member_id);

create table member.real_name_lookup (
  hash       bytea   not null check (octet_length(hash) = 33),
  member_id  bigint  not null references member.member,
  primary key (hash, member_id)
);
create index real_name_lookup_of_member on member.real_name_lookup (member_id);

-- Of the number alone, whatever its bank: who asks often knows no more. Of the current version of a card, in whatever state its review is.
create table bank.number_lookup (
  hash     bytea   not null check (octet_length(hash) = 33),
  card_id  bigint  not null references bank.card,
  primary key (hash, card_id)
);
create index number_lookup_of_card on bank.number_lookup (card_id);

grant select, insert, delete on member.mail_lookup, member.real_name_lookup, bank.number_lookup to holdfast_app;
