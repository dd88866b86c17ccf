-- How operators find members: by the beginning of an account, in a fixed order, a page at a time.
-- The unique index of the account is of the database's own order, in which a beginning is no range.
create index member_account_order on member.member (account collate "C");
