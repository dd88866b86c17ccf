-- The fee that the owner of a listing has agreed to: who buys bears it, and is asked before an order that costs more. Null: of before this was kept.

alter table orders.listing add column fee_agreed int;
comment on column orders.listing.fee_agreed is 'basis points: what orders cost when the owner published, renewed or edited it';
