-- What a commit changes for a member is one row of the outbox, not one for each topic: a trade wrote 18 rows and writes 6.
alter table platform.outbox add column topics text[];
update platform.outbox set topics = array[topic] where topic <> 'market';
delete from platform.outbox where topics is null; -- nobody has written this topic for long
alter table platform.outbox
  drop column topic,
  alter column topics set not null,
  add constraint outbox_topics_check
    check (topics <> '{}' and topics <@ '{inbox,orders,thread,balance,listings,profile,ended}'::text[]);
comment on column platform.outbox.topics is 'what changed for the member in one commit';
