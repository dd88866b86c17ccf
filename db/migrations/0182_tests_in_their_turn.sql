-- Since when a test message waits, or is being sent: the one that was asked for first goes first, and one whose worker died ends.

alter table push.token add column test_since timestamptz;
update push.token set test_since = platform.app_now() where test_id is not null;
comment on column push.token.test_since is 'since when `test_outcome` is what it is';
grant update (test_since) on push.token to holdfast_app;

drop index push.token_tested;
create index token_tested on push.token (test_since) where test_outcome = 'waiting';
create index token_testing on push.token (test_since) where test_outcome = 'sending';
