-- Listings whose hours end are turned before those whose hours begin.
-- Until its turn one that ends stands in the market's indexes, is read there and left out: for that moment they do hold a listing outside its
-- hours, other than 0154 says. One that begins is only found a little later.
drop index orders.listing_turn;
create index listing_turn on orders.listing (is_out_of_hours, hours_turn_at) where ended_at is null and hours_from is not null;
comment on column orders.listing.is_out_of_hours is
  'as of the last turn; from hours_turn_at until the worker has made the next one, it says what was';
