-- An address that an operator has declared lost proves nothing: no code is asked from it and none for the account goes there, until the
-- member has verified it, or another one, anew.
alter table member.member
  add mobile_unproven boolean not null default false,
  add email_unproven  boolean not null default false;
