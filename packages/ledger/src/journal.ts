import type { Coin, MemberId } from '@holdfast/kernel';
import { CompiledQuery } from 'kysely';
import { NOTHING, PART_OF_KIND, type Split } from './balances.ts';
import type { LedgerConnection } from './connection.ts';

/** What one entry did to one member. */
export interface JournalItem {
  /** The entry's number as a text; as a number it is the `before` of the next page. */
  readonly entryId: string;
  readonly kind: string;
  readonly reference: string;
  readonly at: Date;
  /** What each part of the member's money gained or lost. */
  readonly changes: Split;
  /** What the member could spend right after it. */
  readonly availableAfter: bigint;
}

export interface JournalRange {
  readonly member: MemberId;
  readonly coin: Coin;
  /** Only entries older than this one. */
  readonly before?: bigint | undefined;
  /** At most 200. */
  readonly limit: number;
}

const PAGE_MAX = 200;
const NEWEST = 2n ** 63n - 1n;

/** A page is one index range. The balance before it comes from the newest older posting of the available account. */
const JOURNAL = `
  with page as (
    select entry_id from ledger.posting
    where member_id = $1 and coin = $2 and entry_id < $3
    group by entry_id order by entry_id desc limit $4
  )
  select e.id, e.kind, e.reference, e.posted_at, a.kind as account_kind, p.amount, p.balance_after
  from page
  join ledger.entry e on e.id = page.entry_id
  join ledger.posting p on p.entry_id = page.entry_id and p.member_id = $1
  join ledger.account a on a.id = p.account_id
  union all
  (select p.entry_id, null, null, null, 'available', 0, p.balance_after
   from ledger.posting p join ledger.account a on a.id = p.account_id and a.kind = 'available'
   where p.member_id = $1 and p.coin = $2 and p.entry_id < (select min(entry_id) from page)
   order by p.entry_id desc limit 1)
  order by 1`;

interface JournalRow {
  readonly id: bigint;
  readonly kind: string | null;
  readonly reference: string | null;
  readonly posted_at: Date | null;
  readonly account_kind: string;
  readonly amount: bigint;
  readonly balance_after: bigint;
}

/** A member's history in one coin, newest first, in the order in which the accounts changed. */
export async function listJournal(tx: LedgerConnection, range: JournalRange): Promise<JournalItem[]> {
  const { member, coin, before = NEWEST, limit } = range;
  const parameters = [member, coin, before, Math.min(Math.max(limit, 1), PAGE_MAX)];
  const { rows } = await tx.executeQuery<JournalRow>(CompiledQuery.raw(JOURNAL, parameters));
  const items = new Map<bigint, JournalItem>();
  let availableAfter = 0n;
  for (const row of rows) {
    if (row.account_kind === 'available') availableAfter = row.balance_after;
    const { id, kind, reference, posted_at: at } = row;
    if (kind === null || reference === null || at === null) continue;
    const changes = { ...(items.get(id)?.changes ?? NOTHING) };
    const part = PART_OF_KIND[row.account_kind];
    if (part !== undefined) changes[part] += row.amount;
    items.set(id, { entryId: String(id), kind, reference, at, changes, availableAfter });
  }
  return [...items.values()].toReversed();
}
