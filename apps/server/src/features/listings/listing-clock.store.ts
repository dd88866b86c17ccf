import type { ListingId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';
import { STANDS_STILL, type Downtime } from '#platform/maintenance/downtime.store.ts';
import { LISTING, type Listing } from './listing.store.ts';

/** The live listing that has been due longest, with its row lock; those that others hold, or that wait after a failure, are passed over. */
export async function claimDueListing(tx: Tx): Promise<Listing | undefined> {
  const { rows } = await sql<Listing>`
    select ${LISTING} from orders.listing
    where ended_at is null and expires_at <= platform.app_now() and not ${STANDS_STILL}
      and (expiry_retry_at is null or expiry_retry_at <= platform.app_now())
    order by expires_at limit 1 for no key update skip locked`.execute(tx);
  return rows[0];
}

const RETRY_SECONDS = 30;

/** After a failure, so that it does not stand before the others. */
export async function postponeExpiry(db: Database, id: ListingId): Promise<void> {
  await sql`
    update orders.listing set expiry_retry_at = platform.app_now() + make_interval(secs => ${RETRY_SECONDS})
    where id = ${id} and ended_at is null`.execute(db);
}

/** Moves the clock of every live listing by the part of a downtime during which it ran. One that was due before is not moved. */
export async function moveListingClocks(tx: Tx, { from, until }: Downtime): Promise<void> {
  await sql`
    update orders.listing set expires_at = expires_at + (${until}::timestamptz - greatest(listed_at, ${from}::timestamptz))
    where ended_at is null and expires_at > ${from} and listed_at < ${until}`.execute(tx);
}
