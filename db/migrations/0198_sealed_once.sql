-- What somebody wrote, or an account that money goes to, is sealed once and stays as it is: a card, a pay account, a line of an order's thread, what opened a case,
-- the details of an application, the pattern of a block. Whoever has SQL on the application's connection could have put another box in its place.
-- Invariant: the application updates a sealed column only where one of its commands does (packages/database/src/grants.db.test.ts names them). A change of keys
--   seals anew as the owner.

revoke update (account_sealed, holder_sealed) on bank.card from holdfast_app;
revoke update (code_sealed, holder_sealed) on pay.account from holdfast_app;
revoke update (text_sealed) on orders.thread_line, orders.case_file from holdfast_app;
revoke update (details_sealed) on real_name.application from holdfast_app;
revoke update (pattern_sealed) on member.register_block from holdfast_app;
