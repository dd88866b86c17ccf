import { assert, type Coin, type MemberId, type Minor, type OrderId } from '@holdfast/kernel';
import { CompiledQuery } from 'kysely';
import { memberAccount } from './account.ts';
import type { LedgerConnection } from './connection.ts';
import type { Entry } from './entry.ts';
import { endHold } from './movements.ts';
import { post, type Posted } from './post.ts';
import type { Refused } from './refusal.ts';

/**
 * Held coin lies on one account of a member and coin, in lots: each came with one order and is free at its own time. The database proves that
 * a lot was posted, and that it is released with its entry; reconciliation proves that the open lots are all that is held.
 */
export interface Lot<C extends Coin = Coin> {
  readonly order: OrderId;
  /** The order's version with which the coin was held. */
  readonly version: number;
  readonly member: MemberId;
  readonly coin: C;
  readonly quantity: Minor<C>;
  readonly dueAt: Date;
}

const INSERT = `insert into ledger.hold_lot (reference, order_id, version, member_id, coin, quantity, due_at)
  values ($1, $2, $3, $4, $5, $6, $7)`;

/** Opens the lot of what `entry` has put on hold for a member, in the same transaction after it was posted. */
export async function openLot<C extends Coin>(
  tx: LedgerConnection,
  entry: Entry<C>,
  lot: Pick<Lot<C>, 'order' | 'version' | 'member' | 'dueAt'>,
): Promise<void> {
  const { key } = memberAccount(lot.member, 'hold', entry.coin);
  const held = entry.lines.find(({ account }) => account.key === key);
  assert(held && held.amount > 0n, `${entry.reference} puts coin on hold`);
  const { order, version, member, dueAt } = lot;
  await tx.executeQuery(
    CompiledQuery.raw(INSERT, [entry.reference, order, version, member, entry.coin, held.amount, dueAt]),
  );
}

const CLAIM = `select order_id::text as "order", version, member_id::text as member, coin, quantity, due_at as "dueAt"
  from ledger.hold_lot
  where released_at is null and due_at <= platform.app_now() and (retry_at is null or retry_at <= platform.app_now())
  order by due_at limit 1 for no key update skip locked`;

/** The lot that has been due longest, with its row lock; what others release at this moment is passed over. */
export async function claimDueLot(tx: LedgerConnection): Promise<Lot | undefined> {
  const { rows } = await tx.executeQuery<Lot>(CompiledQuery.raw(CLAIM));
  return rows[0];
}

const RELEASE = `update ledger.hold_lot set released_at = platform.app_now() where order_id = $1 and version = $2`;

/** Moves a claimed lot to available. A refusal aborts the transaction, as that of `post` does. */
export async function releaseLot(tx: LedgerConnection, lot: Lot): Promise<Posted | Refused> {
  const { order, version, member, coin, quantity } = lot;
  const posted = await post(tx, endHold({ order, version, member, coin, quantity }));
  if (posted.ok) await tx.executeQuery(CompiledQuery.raw(RELEASE, [order, version]));
  return posted;
}

/** Puts a claimed lot off that could not be released. */
export async function postponeLot(
  tx: LedgerConnection,
  { order, version }: Lot,
  seconds: number,
): Promise<void> {
  await tx.executeQuery(
    CompiledQuery.raw(
      `update ledger.hold_lot set retry_at = platform.app_now() + make_interval(secs => $3) where order_id = $1 and version = $2`,
      [order, version, seconds],
    ),
  );
}

/** A lot of a member, and its place among the others. */
export interface OwnLot<C extends Coin = Coin> extends Lot<C> {
  readonly micros: bigint;
}

const PAGE_MAX = 200;
const OF_MEMBER = `select order_id::text as "order", version, member_id::text as member, coin, quantity, due_at as "dueAt",
    (extract(epoch from due_at) * 1000000)::bigint as micros
  from ledger.hold_lot
  where member_id = $1 and coin = $2 and released_at is null
    and (due_at, order_id) > (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::bigint)
  order by due_at, order_id limit $5`;

/** What a member has on hold in one coin, lot by lot, the next to be free first. An order is held once at most. */
export async function openLots<C extends Coin>(
  tx: LedgerConnection,
  {
    member,
    coin,
    after,
    limit,
  }: {
    readonly member: MemberId;
    readonly coin: C;
    /** Only lots behind this place. */
    readonly after?: { readonly micros: bigint; readonly order: bigint } | undefined;
    /** At most 200. */
    readonly limit: number;
  },
): Promise<OwnLot<C>[]> {
  const { rows } = await tx.executeQuery<OwnLot<C>>(
    CompiledQuery.raw(OF_MEMBER, [
      member,
      coin,
      after?.micros ?? 0n,
      after?.order ?? 0n,
      Math.min(Math.max(limit, 1), PAGE_MAX),
    ]),
  );
  return [...rows];
}
