import type { Coin, OrderId } from '@holdfast/kernel';
import { CompiledQuery } from 'kysely';
import type { LedgerConnection } from './connection.ts';

/** One line of an entry that an order has caused. */
export interface OrderPosting {
  readonly reference: string;
  /** Of the entry. */
  readonly kind: string;
  readonly at: Date;
  readonly coin: Coin;
  /** `member`, `order` or `platform`, and which one. */
  readonly ownerKind: string;
  readonly ownerId: string;
  readonly account: string;
  readonly amount: bigint;
}

// The references of an order are one range of their index. Its bounds are not known to the plan (docs/decisions/0197-one-plan-for-a-statement.md), which would
// take it for half a percent of all entries and read every posting beside them; of an array it expects few elements.
const POSTINGS = `
  select e.reference, e.kind, e.posted_at as at, p.coin, a.owner_kind as "ownerKind", a.owner_id as "ownerId", a.kind as account, p.amount
  from ledger.entry e join ledger.posting p on p.entry_id = e.id join ledger.account a on a.id = p.account_id
  where e.id = any (array(select id from ledger.entry where reference >= $1 and reference < $2))
  order by e.id, p.line`;

/** Every posting of an order, in the order in which they were made. */
export async function listOrderPostings(tx: LedgerConnection, order: OrderId): Promise<OrderPosting[]> {
  // ';' is the character behind ':'.
  const { rows } = await tx.executeQuery<OrderPosting>(
    CompiledQuery.raw(POSTINGS, [`order:${order}:`, `order:${order};`]),
  );
  return rows;
}
