-- What operators switch while the product runs. Read by every process every few seconds.
create table platform.setting (
  name        text         primary key,
  value       jsonb        not null,
  changed_at  timestamptz  not null default now()
);
grant select, insert, update, delete on platform.setting to holdfast_app;
