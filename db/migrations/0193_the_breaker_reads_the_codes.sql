-- Whether strangers were sent very many codes is read from the codes: a counter was one row that each of them kept until its commit.
-- Invariant: of two callers who share neither network nor number, none waits for the transaction of the other.

create index one_time_code_anonymous on member.one_time_code (channel, created_at) where pool = 'anonymous' and target_key is not null;
