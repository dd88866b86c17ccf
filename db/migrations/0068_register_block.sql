-- Who may not register.
-- Invariants:
--   a pattern stands on one rule at a time: a rule that has ended gives its pattern to the next one;
--   a rule is never deleted, and its kind and pattern never change: what ends it is its date;
--   a registration finds the rules that meet it by keyed hashes of its number, device and networks, so the list costs the same at any length.

create table member.register_block (
  id              bigint       generated always as identity primary key,
  kind            text         not null check (kind in ('mobile', 'prefix', 'device', 'network')),
  pattern_sealed  bytea        not null,
  about           text         not null default '', -- the account whose device it is
  reason          text         not null check (char_length(reason) between 4 and 500),
  ends_at         timestamptz  not null default '9999-12-31 00:00:00+00', -- which stands for never
  hits            integer      not null default 0 check (hits >= 0),
  hit_at          timestamptz,
  added_by        bigint       not null,
  added_at        timestamptz  not null default platform.app_now(),
  changed_by      bigint,
  changed_at      timestamptz,
  check ((hits = 0) = (hit_at is null))
);
create index register_block_by_end on member.register_block (ends_at desc, id desc);
create index register_block_by_kind on member.register_block (kind, ends_at desc, id desc);
comment on column member.register_block.pattern_sealed is 'a number in E.164 form, its beginning, the hash of a device identity, or a network';

create table member.register_block_lookup (
  hash      bytea   primary key check (octet_length(hash) = 33),
  block_id  bigint  not null references member.register_block
);
create index register_block_lookup_of_block on member.register_block_lookup (block_id);

grant select, insert on member.register_block to holdfast_app;
grant update (reason, ends_at, hits, hit_at, changed_by, changed_at, pattern_sealed) on member.register_block to holdfast_app;
grant select, insert, update, delete on member.register_block_lookup to holdfast_app;
grant usage on sequence member.register_block_id_seq to holdfast_app;
