-- Which addresses have taken a message: only those prove that their push service works or does not. A member can register whatever address
-- a known service could have; one that never took anything says nothing about anybody else's.

alter table platform.delivery add column has_taken boolean not null default false;
comment on column platform.delivery.has_taken is 'its push service has taken a message for it at least once';
update platform.delivery set has_taken = true where sent_seq > 0 and due_at is null and tries = 0;
