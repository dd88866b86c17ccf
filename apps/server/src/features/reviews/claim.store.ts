import type { ReviewKindName } from '@holdfast/contract/operators';
import { CLAIM_MINUTES } from '@holdfast/contract/operators';
import type { OperatorId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';
import { sweep } from '#platform/db/sweep.ts';

/** What can be claimed: what waits for a reviewer, and an order that waits for a resolver. */
export type ClaimKind = ReviewKindName | 'order';

/** Which item of which queue. */
export interface Item {
  readonly kind: ClaimKind;
  readonly id: string;
}

/** A claim that lives. */
export interface Claim {
  readonly itemId: string;
  readonly operatorId: OperatorId;
  readonly claimedAt: Date;
  readonly endsAt: Date;
  readonly takenFrom: OperatorId | null;
}

const CLAIM = sql`item_id::text as "itemId", operator_id::text as "operatorId", claimed_at as "claimedAt", ends_at as "endsAt", taken_from::text as "takenFrom"`;
const NOW = sql`platform.app_now()`;

export interface Claimed extends Claim {
  /** The own claim lived already: it was only prolonged. */
  readonly isProlonged: boolean;
}

/**
 * Claims an item: one that nobody has, one whose claim has ended, the own one, or the claim of `takenFrom` in exactly the form in which it was
 * seen. Undefined where somebody else has it. The primary key decides between two who come at once.
 */
export async function claimItem(
  tx: Tx,
  { kind, id }: Item,
  {
    operatorId,
    seenSince,
    minutes = CLAIM_MINUTES,
  }: { operatorId: OperatorId; seenSince?: string | undefined; minutes?: number },
): Promise<Claimed | undefined> {
  const isOwn = sql`c.operator_id = excluded.operator_id and c.ends_at > ${NOW}`;
  const { rows } = await sql<Claimed>`
    insert into review.claim as c (kind, item_id, operator_id, ends_at)
    values (${kind}, ${id}, ${operatorId}, ${NOW} + make_interval(mins => ${minutes}::int))
    on conflict (kind, item_id) do update set
      operator_id = excluded.operator_id, ends_at = excluded.ends_at,
      claimed_at = case when ${isOwn} then c.claimed_at else excluded.claimed_at end,
      taken_from = case when ${isOwn} then c.taken_from when c.ends_at > ${NOW} then c.operator_id end
    where c.operator_id = excluded.operator_id or c.ends_at <= ${NOW}
      or date_trunc('milliseconds', c.claimed_at) = ${seenSince ?? null}::timestamptz
    returning ${CLAIM}, claimed_at < ${NOW} as "isProlonged"`.execute(tx);
  return rows[0];
}

/** The claims that live of some items, by item. */
export async function listClaims(
  tx: Tx,
  kind: ClaimKind,
  ids: readonly string[],
): Promise<Map<string, Claim>> {
  const { rows } = await sql<Claim>`
    select ${CLAIM} from review.claim
    where kind = ${kind} and item_id = any(${[...ids]}::bigint[]) and ends_at > ${NOW}`.execute(tx);
  return new Map(rows.map((claim) => [claim.itemId, claim]));
}

/** Ends the own claim; false where it has ended already, or is somebody else's. */
export async function endClaim(tx: Tx, { kind, id }: Item, operatorId: OperatorId): Promise<boolean> {
  const { rows } = await sql`
    delete from review.claim where kind = ${kind} and item_id = ${id} and operator_id = ${operatorId} and ends_at > ${NOW}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** The items of a kind that somebody has now, or that one operator has. */
export async function listHeld(tx: Tx, kind: ClaimKind, operatorId?: OperatorId): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select item_id::text as id from review.claim
    where kind = ${kind} and ends_at > ${NOW} and operator_id = coalesce(${operatorId ?? null}::bigint, operator_id)`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

export interface LostClaim<Kind extends ClaimKind = ClaimKind> {
  readonly kind: Kind;
  readonly id: string;
  readonly operatorId: OperatorId;
  readonly at: Date;
}

/** What others have taken over from an operator within a working day, of these kinds, the newest first. */
export async function listLost<Kind extends ClaimKind>(
  tx: Tx,
  operatorId: OperatorId,
  kinds: readonly Kind[],
): Promise<LostClaim<Kind>[]> {
  const { rows } = await sql<LostClaim<Kind>>`
    select kind, item_id::text as id, operator_id::text as "operatorId", claimed_at as at from review.claim
    where taken_from = ${operatorId} and kind = any(${kinds}::text[]) and claimed_at > ${NOW} - interval '8 hours' order by claimed_at desc limit 20`.execute(
    tx,
  );
  return rows;
}

/** Claims that nobody will be told of any more. */
export const sweepClaims = (db: Database): Promise<void> =>
  sweep(db, {
    table: 'review.claim',
    column: 'ends_at',
    before: sql`platform.app_now() - interval '8 hours'`,
  });
