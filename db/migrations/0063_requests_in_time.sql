-- Requests that nobody has decided in time stay, and are no longer open: whoever counts those that are reads them by when they end.
drop index operator.request_open;
create index request_open on operator.request (expires_at) where decision is null;
