-- The phrase by which a member knows that a mail is ours; sealed, because who reads it can write such mails.
alter table member.member add phrase_sealed bytea;
