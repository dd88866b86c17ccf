-- What a member has read, and which groups of messages the member wants to be told of without being interrupted.
-- Invariants:
--   the newest messages can be unread, 200 at the most, so counting them reads no more rows however long the past is; rows of `read` exist for
--   these alone;
--   it is apart from `counter`, whose row whoever notifies the member locks: reading never delays a trade;
--   groups about orders and about the safety of the account cannot be muted.

create table inbox.reader (
  member_id  bigint  primary key,
  read_seq   bigint  not null default 0 check (read_seq >= 0), -- everything up to it has been read
  muted      text[]  not null default '{}' check (muted <@ '{messages,listings,reviews,wallet,news}')
);
-- What was there before anybody counted is read.
insert into inbox.reader (member_id, read_seq) select member_id, last_seq from inbox.counter;

-- Messages that were read one by one, above `read_seq`.
create table inbox.read (
  member_id  bigint  not null,
  seq        bigint  not null,
  primary key (member_id, seq)
);

-- Everything but orders and account, which have ways of their own: the filters of the list.
create index message_other on inbox.message (member_id, seq desc) where not safety and type not like 'order%';

grant select, insert, update on inbox.reader to holdfast_app;
grant select, insert, delete on inbox.read to holdfast_app;
