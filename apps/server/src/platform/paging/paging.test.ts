import { registry } from '@holdfast/contract/calls';
import { describe, expect, it } from 'vitest';
import { keysOf, toPage } from './paging.ts';

describe('a page', () => {
  const found = [{ id: '9' }, { id: '7' }, { id: '4' }];

  it('ends with a cursor of its last item when one more was found', () =>
    expect(toPage(found, 2, ({ id }) => [10_000n, id])).toEqual({
      items: [{ id: '9' }, { id: '7' }],
      next: '10000.7',
    }));

  it('is the last one when no more was found', () => {
    expect(toPage(found, 3, ({ id }) => [id]).next).toBeNull();
    expect(toPage([], 3, () => [])).toEqual({ items: [], next: null });
  });
});

describe('a cursor', () => {
  it('gives back its keys, and none for the first page', () => {
    expect(keysOf('10000.7', 2)).toEqual([10_000n, 7n]);
    expect(keysOf(undefined, 2)).toEqual([]);
  });

  it('of the largest keys that a list can have is one that the contract takes back', () => {
    const lists = {
      '/listing/market': [99_990_000n, 10n ** 18n - 1n],
      '/listing/mine': [10n ** 18n - 1n],
    } as const;
    for (const [path, keys] of Object.entries(lists)) {
      const { next } = toPage([1, 2], 1, () => keys);
      const input = registry[path as keyof typeof lists].schemas.input.safeParse({
        coin: 'TWD',
        scope: 'live',
        cursor: next,
      });
      expect(input.error?.issues.filter(({ path: [field] }) => field === 'cursor') ?? []).toEqual([]);
      expect(keysOf(next ?? undefined, keys.length)).toEqual(keys);
    }
  });

  it.each(['', '7', '1.2.3', '1.x', '-1.2', '1.', '1.9999999999999999999'])(
    'of two keys is not %j',
    (cursor) =>
      expect(() => keysOf(cursor, 2)).toThrow(
        expect.objectContaining({ code: 'PARAMETERS_INVALID' }) as Error,
      ),
  );
});
