import type { MemberId } from '@holdfast/kernel';
import { sql, type RawBuilder } from 'kysely';

/** Two members who are compared. */
export type Pair = readonly [one: MemberId, other: MemberId];

/** Pairs as rows of a `from` clause, `pair (number, one, other)`, numbered from 0. */
export const pairRows = (pairs: readonly Pair[]): RawBuilder<unknown> => sql`
  (select (number - 1)::int as number, one, other
  from unnest(${pairs.map(([one]) => one)}::bigint[], ${pairs.map(([, other]) => other)}::bigint[]) with ordinality p(one, other, number)) pair`;
