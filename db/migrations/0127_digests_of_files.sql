-- What a file of evidence says of a picture or a PDF: the SHA-256 of its stored bytes, from the moment at which they were stored. Files from before
-- have none.
alter table assets.file add column digest bytea;
comment on column assets.file.digest is 'SHA-256 of the bytes as they were stored';
alter table assets.file add constraint file_digest_is_whole check (octet_length(digest) = 32);
