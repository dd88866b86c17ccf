import type { RealNameItem, RealNameRefusal, RealNameStatus } from '@holdfast/contract/member';
import { expect, it } from 'vitest';
import { itemsAsked, mayTakeDocument, unexpectedItems } from './application.rules.ts';

const ALL: RealNameItem[] = ['details', 'front', 'back', 'selfie'];
const glare: RealNameRefusal = { item: 'back', reason: 'glare' };
const hidden: RealNameRefusal = { item: 'selfie', reason: 'face-hidden' };

it.each<[RealNameStatus, RealNameRefusal[], RealNameItem[]]>([
  ['none', [], ALL],
  ['Review', [], []],
  ['Approved', [], []],
  ['NotApproved', [hidden, glare], ['back', 'selfie']],
  ['NotApproved', [], ALL],
])('asks of %s after %j for %j', (status, refusals, asked) =>
  expect(itemsAsked(status, refusals)).toEqual(asked),
);

it.each<[RealNameItem[], RealNameItem[], RealNameItem[]]>([
  [['back'], ['back'], []],
  [['back'], ['back', 'front'], ['front']],
  [['back', 'selfie'], ['selfie'], ['back']],
])('asked for %j and sent %j, %j is wrong', (asked, sent, wrong) =>
  expect(unexpectedItems(asked, sent)).toEqual(wrong),
);

it.each([
  ['the first one', undefined, ['details'], true],
  ['the same one', 'resident-certificate', ['details'], true],
  ['another one without its pictures', 'national-id', ['details', 'front'], false],
  ['another one with its pictures', 'national-id', ['details', 'front', 'back'], true],
] as const)('takes %s: %s %s %s', (_, before, sent, is) =>
  expect(mayTakeDocument('resident-certificate', before, sent)).toBe(is),
);
