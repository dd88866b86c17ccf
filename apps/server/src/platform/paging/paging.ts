import { fail } from '@holdfast/contract/errors';

/**
 * Keyset pagination: a cursor holds the sort keys of the last item of a page, and the next page begins behind them. Unlike an offset it
 * neither repeats nor skips an item when others come or go in between, and it reads nothing twice. To clients it is opaque.
 */

export interface Page<T> {
  readonly items: T[];
  readonly next: string | null;
}

/** Above every id: what the first page of a list of ids, the newest first, comes before. */
export const NEWEST = 2n ** 63n - 1n;

const SEPARATOR = '.';
const CURSOR = /^\d{1,18}(\.\d{1,18})*$/;

/** The sort keys in a cursor that a client sent back; none for the first page. A cursor that is not one of ours is refused. */
export function keysOf(cursor: string | undefined, count: number): bigint[] {
  if (cursor === undefined) return [];
  const keys = cursor.split(SEPARATOR);
  if (!CURSOR.test(cursor) || keys.length !== count) throw fail('PARAMETERS_INVALID', { fields: ['cursor'] });
  return keys.map(BigInt);
}

/** The page out of what a store found when it was asked for one item more than `size`: that one says that there is a next page. */
export function toPage<T>(
  found: readonly T[],
  size: number,
  keys: (last: T) => readonly (bigint | string)[],
): Page<T> {
  const items = found.slice(0, size);
  const last = items.at(-1);
  return { items, next: found.length > size && last ? keys(last).join(SEPARATOR) : null };
}
