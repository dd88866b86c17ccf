-- A member rises by own orders, unless an operator has lowered the level: then it stays until an operator raises it.

alter table member.member add column level_kept boolean not null default false;
comment on column member.member.level_kept is 'an operator has lowered the level: the member does not rise by own orders';
