import { AMOUNT_MINOR_MAX, type Coin } from '@holdfast/kernel';
import type { Account } from './account.ts';
import type { Refused } from './refusal.ts';

/** One account's part in an entry; minor units, negative for what leaves the account. */
export interface Line<C extends Coin = Coin> {
  readonly account: Account<C>;
  readonly amount: bigint;
}

/** A named movement of one coin that sums to zero. Made by `movements.ts`. */
export interface Entry<C extends Coin = Coin> {
  /** The idempotency key of the entry, unique for ever. */
  readonly reference: string;
  readonly kind: string;
  readonly coin: C;
  readonly lines: readonly Line<C>[];
}

export const ENTRIES_MAX = 1000;
export const LINES_MIN = 2;
export const LINES_MAX = 16;

const REFERENCE = /^[A-Za-z0-9:_.-]{1,200}$/;
const KIND = /^[a-z][a-z.-]{0,39}$/;

/** What is wrong with an entry on its own, before the database is asked. One row per rule, in the order of their precedence. */
const ENTRY_RULES: readonly (readonly [Refused['refuse'], (entry: Entry) => string | boolean])[] = [
  ['BATCH_SIZE', ({ lines }) => lines.length < LINES_MIN || lines.length > LINES_MAX],
  ['BAD_REFERENCE', ({ reference, kind }) => !REFERENCE.test(reference) || !KIND.test(kind)],
  ['AMOUNT_OUT_OF_RANGE', ({ lines }) => keyOf(lines.find(({ amount }) => !isAmount(amount)))],
  [
    'DUPLICATE_ACCOUNT',
    ({ lines }) =>
      keyOf(lines.find((line, i) => lines.findIndex((l) => l.account.key === line.account.key) < i)),
  ],
  ['COIN_MISMATCH', ({ coin, lines }) => keyOf(lines.find(({ account }) => account.coin !== coin))],
  ['UNBALANCED', ({ lines }) => lines.reduce((sum, { amount }) => sum + amount, 0n) !== 0n],
];

function isAmount(amount: bigint): boolean {
  return amount !== 0n && amount <= AMOUNT_MINOR_MAX && amount >= -AMOUNT_MINOR_MAX;
}

function keyOf(line: Line | undefined): string | false {
  return line === undefined ? false : line.account.key;
}

/**
 * The first rule that a batch breaks by its structure alone: rule by rule over all entries, the first entry that breaks it. The
 * database refuses the same things by its own constraints.
 */
export function checkStructure(entries: readonly Entry[]): Refused | undefined {
  if (entries.length === 0 || entries.length > ENTRIES_MAX)
    return { ok: false, refuse: 'BATCH_SIZE', entry: 0 };
  for (const [refuse, isBroken] of ENTRY_RULES) {
    for (const [index, entry] of entries.entries()) {
      const broken = isBroken(entry);
      if (broken !== false)
        return { ok: false, refuse, entry: index, ...(typeof broken === 'string' && { account: broken }) };
    }
    const twin = refuse === 'BAD_REFERENCE' ? findTwin(entries) : -1;
    if (twin >= 0) return { ok: false, refuse, entry: twin };
  }
  return undefined;
}

function findTwin(entries: readonly Entry[]): number {
  const seen = new Set<string>();
  return entries.findIndex(({ reference }) => seen.size === seen.add(reference).size);
}
