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

/** The largest value of an `integer` column. Ids are `bigint`, which holds every key of a cursor. */
export const INT_MAX = 2n ** 31n - 1n;

/**
 * The sort keys in a cursor that a client sent back; none for the first page. A cursor that is not one of ours is refused. `most`: what each key can be at
 * most, where its column holds less than 18 digits: the database would fail on more, and each such failure calls somebody.
 */
export function keysOf(cursor: string | undefined, count: number, most: readonly bigint[] = []): bigint[] {
  if (cursor === undefined) return [];
  const texts = cursor.split(SEPARATOR);
  const isOurs = CURSOR.test(cursor) && texts.length === count;
  const keys = isOurs ? texts.map(BigInt) : [];
  if (!isOurs || most.some((max, at) => (keys[at] ?? 0n) > max))
    throw fail('PARAMETERS_INVALID', { fields: ['cursor'] });
  return keys;
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
