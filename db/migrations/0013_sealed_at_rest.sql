--! breaking: processes of the old version write personal data in clear
-- What a copy of the database gives away: no name, no address, no number, no install.
-- Invariants:
--   personal data (names, mobile, mail, account numbers, payers) is sealed by the application under a key that is not in the database; each box
--   begins with the id of its key and is bound to its column and row, so one that was moved to another row does not open;
--   what has to be found has a keyed look-up hash, which begins with the id of its key too: one row for each key that lives, each unique by
--   itself, so uniqueness holds while keys change;
--   a long random identifier (install id, session proof, ticket) is stored as a keyed hash only.

-- SQL has no keys, so it cannot seal what is there in clear. Nobody has run a database with real members yet: one with members is refused.
do $$
begin
  if exists (select from member.member) then
    raise exception 'its members'' data lie in clear, and this version only knows sealed ones. Begin with an empty database';
  end if;
end
$$;

-- Keys of hashes that cannot be made anew, because nobody has what was hashed; sealed under the master key.
create table platform.kept_key (
  name        text         primary key,
  sealed      bytea        not null,
  created_at  timestamptz  not null default now()
);
grant select, insert on platform.kept_key to holdfast_app;

alter table member.member
  drop column real_name, drop column email, drop column mobile,
  add column real_name_sealed bytea,
  add column email_sealed bytea,
  add column mobile_sealed bytea;
comment on column member.member.mobile_sealed is 'E.164 form, as the application proves it; found through member.mobile_lookup';

-- By whom a mobile number is taken.
create table member.mobile_lookup (
  hash       bytea   primary key check (octet_length(hash) = 33),
  member_id  bigint  not null references member.member
);
create index mobile_lookup_of_member on member.mobile_lookup (member_id);
grant select, insert, delete on member.mobile_lookup to holdfast_app;
-- A sealed column is bound to its row's number, so the application draws the number itself.
grant usage on sequence member.member_id_seq, bank.card_id_seq to holdfast_app;

alter table member.session drop column install_id, add column install_key bytea not null check (octet_length(install_key) = 32);
create index session_of_install on member.session (member_id, install_key);
comment on column member.session.checksum_hash is 'keyed hash of the session proof; the proof itself is never stored';
alter table member.device drop column install_id, add column install_key bytea not null check (octet_length(install_key) = 32),
  add primary key (member_id, install_key);
alter table inbox.message
  drop column extra, add column extra_sealed bytea not null,
  drop column cause_install, add column cause_install bytea check (octet_length(cause_install) = 32);
comment on column inbox.message.extra_sealed is 'JSON; the notice of a payment names the payer';
alter table inbox.seen drop column install_id, add column install_key bytea not null check (octet_length(install_key) = 32),
  add primary key (member_id, seq, install_key);
comment on column inbox.message.cause_install is 'keyed hash of the install that caused a safety notice; null if none is known';

truncate member.one_time_code, member.code_budget, platform.ticket, platform.command, platform.message, platform.channel_ticket_key;
alter table member.one_time_code
  drop column subject, drop column target,
  add column subject_key bytea not null check (octet_length(subject_key) = 33),
  add column target_key bytea check (octet_length(target_key) = 33),
  add column sealed bytea not null;
create index one_time_code_subject on member.one_time_code (channel, subject_key, created_at);
create index one_time_code_target on member.one_time_code (channel, target_key, created_at) where target_key is not null;
comment on column member.one_time_code.subject_key is 'look-up hash of what was asked for: the address itself, or the account whose address it goes to';
comment on column member.one_time_code.target_key is 'null when nothing was sent: an account that does not exist must leave the same row as one that does';
comment on column member.one_time_code.sealed is 'subject and target';

alter table platform.ticket drop column subject, drop column data, add column sealed bytea not null;
comment on column platform.ticket.sealed is 'subject (what was proven of: an account, an address, a session) and data';

alter table bank.card
  drop column account_key, drop column account_last4, drop column holder_name,
  add column holder_sealed bytea not null;
-- On which live card an account number stands. A card that is removed loses its rows here.
create table bank.account_lookup (
  hash     bytea   primary key check (octet_length(hash) = 33),
  card_id  bigint  not null references bank.card
);
create index account_lookup_of_card on bank.account_lookup (card_id);
grant select, insert, delete on bank.account_lookup to holdfast_app;

alter table orders.orders drop column paid, add column paid_sealed bytea,
  add check (state <> 'PAID' or paid_sealed is not null);
comment on column orders.orders.paid_sealed is 'the payment declaration: type, bank, last five digits, payer';
