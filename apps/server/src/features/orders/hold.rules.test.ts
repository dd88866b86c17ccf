import { minor } from '@holdfast/kernel';
import { expect, it } from 'vitest';
import { heldUntilOf } from './hold.rules.ts';

const twd = (value: bigint) => minor('TWD', value);
const order = { quantity: twd(100_000n), fee: twd(100n), feeBasisPoints: 10 };
const at = (end: string, more: { level?: number; below?: number; escrow?: 'finish' | 'return' } = {}) =>
  heldUntilOf(
    { ...order, endedAt: new Date(end) },
    {
      transition: { escrow: more.escrow ?? 'finish' },
      level: more.level ?? 0,
      settings: { 'limit.holdBelowLevel': more.below ?? 2 },
    },
  )?.toISOString();

it.each([
  // The day is Taipei's: 24:00 of the day after it is 16:00 in UTC.
  ['2026-08-17T00:00:00.000Z', '2026-08-18T16:00:00.000Z'],
  ['2026-08-17T15:59:59.999Z', '2026-08-18T16:00:00.000Z'],
  ['2026-08-17T16:00:00.000Z', '2026-08-19T16:00:00.000Z'],
  ['2027-12-31T12:00:00.000Z', '2028-01-01T16:00:00.000Z'],
])('coin of an order that ends at %s is held until %s', (end, until) => {
  expect(at(end)).toBe(until);
});

it('holds below the level of the setting alone, and nothing where nobody gets anything', () => {
  const end = '2026-08-17T00:00:00.000Z';
  expect([0, 1, 2, 3].map((level) => at(end, { level }) !== undefined)).toEqual([true, true, false, false]);
  expect([0, 1, 2].map((level) => at(end, { level, below: 0 }))).toEqual([undefined, undefined, undefined]);
  expect(at(end, { escrow: 'return' })).toBeUndefined();
});

it('of a split holds what the payer gets of it after the fee', () => {
  const of = (payer: bigint) =>
    heldUntilOf(
      { ...order, endedAt: new Date('2026-08-17T00:00:00.000Z') },
      {
        transition: { escrow: 'split' },
        parts: { payer: twd(payer) },
        level: 0,
        settings: { 'limit.holdBelowLevel': 2 },
      },
    );
  // The smallest part goes into the fee whole.
  expect([0n, 1n, 2n].map((payer) => of(payer) !== undefined)).toEqual([false, false, true]);
});
