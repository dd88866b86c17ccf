-- When a member was last here is told to whoever meets their listings or has an order with them, unless they hide it.

alter table member.member add column hides_presence boolean not null default false;
comment on column member.member.hides_presence is 'nobody is told when the member was here; the listings ask their owner before a lock, as those of somebody absent do';
