-- Links that freeze an account are kept for a month after their end, other tickets are not: each kind has its own order of what is deleted next, or the second
-- would go past all of the first.
-- Invariants: those of 0003.

drop index platform.ticket_expires_at;
create index ticket_expires_at on platform.ticket (expires_at) where purpose <> 'freeze-link';
create index ticket_freeze_link_expires_at on platform.ticket (expires_at) where purpose = 'freeze-link';
