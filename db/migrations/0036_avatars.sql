-- Avatars: which file is a member's picture.
-- Invariant: a member has one, and it is a file that is theirs.

create table assets.avatar (
  member_id  bigint  primary key,
  file_id    text    not null unique references assets.file (id)
);

grant select, insert, update, delete on assets.avatar to holdfast_app;
