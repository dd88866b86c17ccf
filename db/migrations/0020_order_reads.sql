-- No invariant: how the lists that people look at all day find their rows. Each is one short range of one index, however many
-- orders a merchant has behind him.

-- The market in the order in which it is shown.
drop index orders.listing_market;
create index listing_market on orders.listing (coin, side, price_e4, id) where state = 'OPEN';

-- The few orders of a member that run now, among the many that are over.
create index orders_live_of_payer on orders.orders (payer_id, id desc) where ended_at is null;
create index orders_live_of_payee on orders.orders (payee_id, id desc) where ended_at is null;

-- Whether two members have traded before, either way round.
create index orders_finished_between on orders.orders (payee_id, payer_id) where state = 'FINISHED';
