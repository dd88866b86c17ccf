import { toOrderId, type MemberId } from '@holdfast/kernel';
import { describe, expect, it } from 'vitest';
import { FEE_SHARDS, feeAccount, memberAccount } from './account.ts';
import { checkStructure, ENTRIES_MAX, LINES_MAX, type Entry } from './entry.ts';
import { REFUSALS, type Refusal } from './refusal.ts';

const account = (id: number) => memberAccount(String(id) as MemberId, 'available', 'TWD');
const line = (id: number, amount: bigint) => ({ account: account(id), amount });
const sound = (n: number): Entry => ({
  reference: `test:${n}`,
  kind: 'test',
  coin: 'TWD',
  lines: [line(1, -5n), line(2, 5n)],
});
const many = (count: number): Entry => ({
  ...sound(9),
  lines: [line(0, 1n - BigInt(count)), ...Array.from({ length: count - 1 }, (_, i) => line(i + 1, 1n))],
});

/** One way to break each rule, in the order of precedence. */
const broken: readonly (readonly [Refusal, (n: number) => Entry])[] = [
  ['BATCH_SIZE', (n) => ({ ...sound(n), lines: [line(1, -5n)] })],
  ['BAD_REFERENCE', (n) => ({ ...sound(n), reference: 'with space' })],
  ['AMOUNT_OUT_OF_RANGE', (n) => ({ ...sound(n), lines: [line(1, 0n), line(2, 5n)] })],
  ['DUPLICATE_ACCOUNT', (n) => ({ ...sound(n), lines: [line(1, -5n), line(1, 6n)] })],
  ['COIN_MISMATCH', (n) => ({ ...sound(n), coin: 'USDT' as const, lines: [line(1, -5n), line(2, 4n)] })],
  ['UNBALANCED', (n) => ({ ...sound(n), lines: [line(1, -5n), line(2, 4n)] })],
];

describe('the structure of a batch', () => {
  it('has its rules first in the list of refusals', () =>
    expect(REFUSALS.slice(0, broken.length)).toEqual(broken.map(([name]) => name)));

  it.each(broken)('is refused with %s', (refuse, make) =>
    expect(checkStructure([sound(1), make(2)])).toMatchObject({ ok: false, refuse, entry: 1 }),
  );

  const pairs = broken.flatMap(([earlier, first], i) =>
    broken.slice(i + 1).map(([later, second]) => [earlier, later, first, second] as const),
  );
  it.each(pairs)(
    'is refused with %s rather than %s, even if the other entry comes first',
    (earlier, _, first, second) =>
      expect(checkStructure([second(1), first(2)])).toMatchObject({ refuse: earlier, entry: 1 }),
  );

  it.each(broken)('names the first of two entries that break %s', (refuse, make) =>
    expect(checkStructure([sound(1), make(2), make(3)])).toMatchObject({ refuse, entry: 1 }),
  );

  it.each<[string, Refusal | undefined, Entry[]]>([
    ['nothing', 'BATCH_SIZE', []],
    ['one entry too many', 'BATCH_SIZE', Array.from({ length: ENTRIES_MAX + 1 }, (_, i) => sound(i))],
    ['as many entries as may be', undefined, Array.from({ length: ENTRIES_MAX }, (_, i) => sound(i))],
    ['one line too many', 'BATCH_SIZE', [many(LINES_MAX + 1)]],
    ['as many lines as may be', undefined, [many(LINES_MAX)]],
    ['one reference twice', 'BAD_REFERENCE', [sound(1), sound(1)]],
    ['an empty reference', 'BAD_REFERENCE', [{ ...sound(1), reference: '' }]],
    ['a kind with a capital', 'BAD_REFERENCE', [{ ...sound(1), kind: 'Test' }]],
    [
      'the largest amount',
      undefined,
      [{ ...sound(1), lines: [line(1, -(10n ** 15n)), line(2, 10n ** 15n)] }],
    ],
    [
      'one more than that',
      'AMOUNT_OUT_OF_RANGE',
      [{ ...sound(1), lines: [line(1, -(10n ** 15n) - 1n), line(2, 10n ** 15n + 1n)] }],
    ],
  ])('may be, or may not be: %s', (_, refuse, entries) =>
    expect(checkStructure(entries)?.refuse).toBe(refuse),
  );
});

it('spreads the fees of orders in sequence evenly over the shards', () => {
  const counts = new Map<string, number>();
  for (let order = 1; order <= 16_000; order += 1) {
    const { key } = feeAccount(toOrderId(String(order)), 'TWD');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  expect(counts.size).toBe(FEE_SHARDS);
  expect(Math.max(...counts.values())).toBeLessThan(1300);
});
