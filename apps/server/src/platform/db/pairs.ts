import type { MemberId } from '@holdfast/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from './db.ts';

/** Two members who are compared. */
export type Pair = readonly [one: MemberId, other: MemberId];

/**
 * The pairs for which the query `shared` finds a row, by their numbers in `pairs`. It calls the two members `pair.one` and `pair.other`. The bound keeps
 * each pair a look-up of its own.
 */
export async function findPairs(
  tx: Tx,
  pairs: readonly Pair[],
  shared: RawBuilder<unknown>,
): Promise<Set<number>> {
  const ids = (side: 0 | 1) => pairs.map((pair) => pair[side]);
  const { rows } = await sql<{ number: number }>`
    select (pair.number - 1)::int as number
    from unnest(${ids(0)}::bigint[], ${ids(1)}::bigint[]) with ordinality pair (one, other, number)
    cross join lateral (${shared} limit 1) shared`.execute(tx);
  return new Set(rows.map(({ number }) => number));
}
