-- No invariant: indexes where something is looked for, and none where nothing is.

-- A member's devices say when each was last used. Ended sessions are kept, so without this the list would read everybody's.
create index session_of_install on member.session (member_id, install_id);

-- A listing's live orders are the sum in its own `locked`; nobody looks for the orders behind it.
drop index orders.orders_live_of_listing;
