-- The time in which an ended order can be questioned, or rated, does not run while the product stands still.

-- No row is moved at the end of a downtime: there are as many ended orders as three days bring, and few downtimes.
create function platform.stood_still(since timestamptz, until timestamptz) returns interval
  language sql stable parallel safe
  set search_path = pg_catalog, pg_temp
as $$
  select coalesce(sum(least(d.ends_at, until) - greatest(d.starts_at, since)), interval '0')
  from platform.downtime d
  where tstzrange(d.starts_at, d.ends_at) && tstzrange(since, greatest(since, until))
$$;
comment on function platform.stood_still is 'how much of a time lay in downtimes, which never overlap';
revoke all on function platform.stood_still from public;
grant execute on function platform.stood_still to holdfast_app;

-- Those that are hidden until the time to rate is over: they move with it.
create index rating_shown_from on orders.rating (shown_from);
