import type { Coin, MemberId } from '@holdfast/kernel';
import { CompiledQuery } from 'kysely';
import type { Split } from './balances.ts';
import type { LedgerConnection } from './connection.ts';

/** Where an entry stands in a journal: after every entry of an earlier time, and of the same time after every one of a smaller number. */
export interface JournalPlace {
  /** Microseconds since 1970, as exact as the database keeps them. */
  readonly micros: bigint;
  readonly entryId: bigint;
}

/** What one entry did to one member. */
export interface JournalItem {
  readonly entryId: string;
  readonly kind: string;
  readonly reference: string;
  readonly at: Date;
  /** The `before` of the next page. */
  readonly place: JournalPlace;
  /** What each part of the member's money gained or lost. */
  readonly changes: Split;
  /** What the member could spend right after it. */
  readonly availableAfter: bigint;
}

/** Entries of a kind whose changes, taken together, gave the member something (1), cost something (-1) or neither (0). */
export interface JournalKind {
  readonly kind: string;
  readonly direction: -1 | 0 | 1;
}

export interface JournalRange {
  readonly member: MemberId;
  readonly coin: Coin;
  /** Only entries older than this one. */
  readonly before?: JournalPlace | undefined;
  /** Only entries from this instant on. */
  readonly from?: Date | undefined;
  /** Only entries before this instant. */
  readonly until?: Date | undefined;
  /** Only these; all of them if it is not given. */
  readonly kinds?: readonly JournalKind[] | undefined;
  /** At most 200. */
  readonly limit: number;
}

const PAGE_MAX = 200;
const NEWEST = 2n ** 63n - 1n;

/**
 * A page is at most `limit` rows of each range of an index, and the newest of all of them. Where an entry left the available account alone, what
 * was available is one look-up away: in the newest older row that moved it.
 */
const journal = (ranges: string, inRange: string) => `
  select j.entry_id as "entryId", j.kind, j.reference, j.posted_at as at,
    (extract(epoch from j.posted_at) * 1000000)::bigint as micros,
    j.available, j.listed, j.in_order as "inOrder", j.on_hold as "onHold", j.withdrawing,
    coalesce(j.available_after, (
      select o.available_after from ledger.journal o
      where o.member_id = $1 and o.coin = $2 and o.moves_available and (o.posted_at, o.entry_id) < (j.posted_at, j.entry_id)
      order by o.posted_at desc, o.entry_id desc limit 1
    ), 0) as "availableAfter"
  from (
    select n.* from ${ranges} cross join lateral (
      select * from ledger.journal k
      where k.member_id = $1 and k.coin = $2 and ${inRange} and k.posted_at >= $3 and k.posted_at < $4
        and (k.posted_at, k.entry_id) < (coalesce(timestamptz 'epoch' + $5::bigint * interval '1 microsecond', 'infinity'), $6::bigint)
      order by k.posted_at desc, k.entry_id desc limit $7
    ) n
    order by n.posted_at desc, n.entry_id desc limit $7
  ) j
  order by j.posted_at desc, j.entry_id desc`;
const BY_TIME = journal('(values (true), (false)) r(moves)', 'k.moves_available = r.moves');
const BY_KIND = journal(
  'unnest($8::text[], $9::smallint[]) r(kind, direction)',
  'k.kind = r.kind and k.direction = r.direction',
);

interface JournalRow extends Split {
  readonly entryId: bigint;
  readonly kind: string;
  readonly reference: string;
  readonly at: Date;
  readonly micros: bigint;
  readonly availableAfter: bigint;
}

/** A member's history in one coin, newest first, in the order in which the accounts changed. */
export async function listJournal(tx: LedgerConnection, range: JournalRange): Promise<JournalItem[]> {
  const { member, coin, before, from, until, kinds, limit } = range;
  const parameters = [
    member,
    coin,
    from ?? '-infinity',
    until ?? 'infinity',
    before?.micros ?? null,
    before?.entryId ?? NEWEST,
    Math.min(Math.max(limit, 1), PAGE_MAX),
    ...(kinds ? [kinds.map(({ kind }) => kind), kinds.map(({ direction }) => direction)] : []),
  ];
  const { rows } = await tx.executeQuery<JournalRow>(
    CompiledQuery.raw(kinds ? BY_KIND : BY_TIME, parameters),
  );
  return rows.map(({ entryId, kind, reference, at, micros, availableAfter, ...changes }) => ({
    entryId: String(entryId),
    kind,
    reference,
    at,
    place: { micros, entryId },
    changes,
    availableAfter,
  }));
}
