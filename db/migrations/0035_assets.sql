-- Files: what members upload, what it is for, and which row names it.
-- Invariants:
--   a token makes one file: its id is drawn with the token, and the row leaves 'awaited' once;
--   a file is named by one thing at a time, and only when it has been stored;
--   the bytes lie in the blob store under the file's id, sealed with a key that stands here alone: without the row they are noise.

create schema assets;
grant usage on schema assets to holdfast_app;

create table assets.file (
  id          text         primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  member_id   bigint       not null,
  purpose     text         not null check (purpose ~ '^[a-z-]{1,32}$'),
  state       text         not null default 'awaited' check (state in ('awaited', 'stored', 'refused', 'removed')),
  refusal     text,
  key_sealed  bytea,
  type        text,
  bytes       integer      check (bytes > 0),
  width       integer,
  height      integer,
  claimed_by  text,
  made_at     timestamptz  not null default platform.app_now(),
  changed_at  timestamptz  not null default platform.app_now(),
  check ((state = 'refused') = (refusal is not null)),
  check ((state in ('awaited', 'stored')) = (key_sealed is not null)),
  check ((state = 'stored') = (type is not null and bytes is not null)),
  check (claimed_by is null or state in ('stored', 'removed'))
);
comment on column assets.file.claimed_by is 'what names the file, such as avatar or identity 12; what nothing names is swept';

-- What a member has uploaded of late.
create index file_of_member on assets.file (member_id, made_at);
-- What the sweep looks for: everything but the files that something names.
create index file_unclaimed on assets.file (changed_at) where claimed_by is null or state = 'removed';

grant select, insert, update, delete on assets.file to holdfast_app;
