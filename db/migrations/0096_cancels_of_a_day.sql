-- What a member has cancelled by own fault on a day in Taipei.
-- Invariants:
--   one row for a member and day, changed by the transition that cancels, in its transaction: so caps are exact under parallel cancels, and
--   no read ever counts orders;
--   a request of a payer is counted when it is made and given back when it does not end in a cancel by the payer's fault;
--   a row is only of use on its day; the next one of the same member removes those of a week ago.

create table orders.cancel_day (
  member_id      bigint       not null,
  day            date         not null,
  own_fault      smallint     not null default 0 check (own_fault >= 0),
  after_paid     smallint     not null default 0 check (after_paid >= 0),
  blocks         smallint     not null default 0 check (blocks >= 0),
  blocked_until  timestamptz,
  primary key (member_id, day)
);
comment on column orders.cancel_day.own_fault is 'cancels by own fault, those after "paid" among them, and orders that ran out';
comment on column orders.cancel_day.after_paid is 'those after "paid", open requests among them';
comment on column orders.cancel_day.blocks is 'how often the member went beyond the cap: each time longer without new orders';
grant select, insert, update, delete on orders.cancel_day to holdfast_app;
