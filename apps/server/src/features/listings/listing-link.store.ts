import { randomBytes, randomInt } from 'node:crypto';
import { LISTING_PASSWORD_LENGTH, LISTING_PASSWORD_SIGNS } from '@holdfast/contract/orders';
import type { ListingId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, sendLater, type Database, type Tx } from '#platform/db/db.ts';

/**
 * Links of listings. A link is found by a keyed hash of its token; the token itself lies sealed, because its owner asks for it again on another
 * device. Of links that were replaced only the hash stays.
 */

const TOKEN_BYTES = 16;
/** Of earlier links of a listing, so many can still be told from ones that never were. */
const EARLIER_KEPT = 20;

const TOKEN = 'orders.listing_link.token_sealed';
const PASSWORD = 'orders.listing_link.password_sealed';

export const hashOfLink = (db: Database | Tx, link: string): Buffer =>
  keysOf(db).identify('listing-link', link);

export interface OwnLink {
  readonly link: string;
  readonly password: string | null;
  readonly madeAt: Date;
}

interface LinkRow {
  readonly hash: Buffer;
  readonly token: Buffer;
  readonly password: Buffer | null;
  readonly madeAt: Date;
}

function toOwnLink(tx: Tx, { hash, token, password, madeAt }: LinkRow): OwnLink {
  const [keys, row] = [keysOf(tx), hash.toString('hex')];
  return {
    link: keys.open(TOKEN, row, token),
    password: password && keys.open(PASSWORD, row, password),
    madeAt,
  };
}

/** The link that opens the listing now. */
export async function findOwnLink(tx: Tx, id: ListingId): Promise<OwnLink | undefined> {
  const { rows } = await sql<LinkRow>`
    select token_hash as hash, token_sealed as token, password_sealed as password, made_at as "madeAt"
    from orders.listing_link where listing_id = ${id} and ended_at is null`.execute(tx);
  return rows[0] && toOwnLink(tx, rows[0]);
}

/** The hash of the link that opens the listing now. */
export async function findLinkHash(tx: Tx, id: ListingId): Promise<Buffer | undefined> {
  const { rows } = await sql<{ hash: Buffer }>`
    select token_hash as hash from orders.listing_link where listing_id = ${id} and ended_at is null`.execute(
    tx,
  );
  return rows[0]?.hash;
}

const makePassword = (): string =>
  Array.from(
    { length: LISTING_PASSWORD_LENGTH },
    () => LISTING_PASSWORD_SIGNS[randomInt(LISTING_PASSWORD_SIGNS.length)],
  ).join('');

const sealPassword = (tx: Tx, hash: Buffer, hasPassword: boolean): Buffer | null =>
  hasPassword ? keysOf(tx).seal(PASSWORD, hash.toString('hex'), makePassword()) : null;

/** A new link, in place of the one that there is. The listing's row lock is held. */
export function makeLink(tx: Tx, id: ListingId, { hasPassword }: { readonly hasPassword: boolean }): void {
  const link = randomBytes(TOKEN_BYTES).toString('base64url');
  const hash = hashOfLink(tx, link);
  const endPresent = sql`
    update orders.listing_link set ended_at = platform.app_now(), token_sealed = null, password_sealed = null
    where listing_id = ${id} and ended_at is null`;
  const deleteOldest = sql`
    delete from orders.listing_link where listing_id = ${id} and ended_at is not null and id <= (
      select id from orders.listing_link where listing_id = ${id} and ended_at is not null
      order by id desc offset ${EARLIER_KEPT} limit 1)`;
  const insert = sql`
    insert into orders.listing_link (listing_id, token_hash, token_sealed, password_sealed)
    values (${id}, ${hash}, ${keysOf(tx).seal(TOKEN, hash.toString('hex'), link)}, ${sealPassword(tx, hash, hasPassword)})`;
  for (const statement of [endPresent, deleteOldest, insert]) sendLater(tx, statement);
}

/** Gives the present link a new password, or takes it away; false: the listing has no link. The listing's row lock is held. */
export async function changePassword(
  tx: Tx,
  id: ListingId,
  { hasPassword }: { readonly hasPassword: boolean },
): Promise<boolean> {
  const hash = await findLinkHash(tx, id);
  if (!hash) return false;
  await sql`
    update orders.listing_link set password_sealed = ${sealPassword(tx, hash, hasPassword)}
    where token_hash = ${hash}`.execute(tx);
  return true;
}

/** Where a link leads, or led. */
export async function findByLink(
  tx: Tx,
  link: string,
): Promise<{ readonly listingId: ListingId; readonly isEnded: boolean } | undefined> {
  const { rows } = await sql<{ listingId: ListingId; isEnded: boolean }>`
    select listing_id::text as "listingId", ended_at is not null as "isEnded" from orders.listing_link
    where token_hash = ${hashOfLink(tx, link)}`.execute(tx);
  return rows[0];
}
