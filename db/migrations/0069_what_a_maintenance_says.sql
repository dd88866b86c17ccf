-- What members read of a maintenance besides its times, and which operator planned it, and why. Empty and null where a command on the server did.

alter table platform.downtime
  add column message_zh text not null default '' check (char_length(message_zh) <= 200),
  add column message_en text not null default '' check (char_length(message_en) <= 200),
  add column reason text not null default '',
  add column planned_by bigint,
  add check ((message_zh = '') = (message_en = ''));
