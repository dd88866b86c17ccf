import { expect, it } from 'vitest';
import { journalKindOf, movedBy, subjectOf } from './journal.rules.ts';

it.each([
  ['order.finish', 5n, 'purchase'],
  ['order.finish', -5n, 'sale'],
  ['order.lock', 0n, 'lock'],
  ['order.cancel', 0n, 'return'],
  ['listing.publish', 0n, 'publish'],
  ['something new', 1n, 'other'],
] as const)('calls %s of %s a %s', (kind, change, name) => expect(journalKindOf(kind, change)).toBe(name));

it.each([
  ['order:12:finish:3', { orderId: '12', listingId: null }],
  ['listing:7:publish:1', { orderId: null, listingId: '7' }],
  ['issue:demo', { orderId: null, listingId: null }],
  ['order:x', { orderId: null, listingId: null }],
])('reads what %s is about', (reference, subject) => expect(subjectOf(reference)).toEqual(subject));

it.each([
  [[-300n, 300n, 0n], 300n],
  [[0n, -500n], 500n],
  [[], 0n],
])('says how much moved in %o', (changes, moved) => expect(movedBy(changes)).toBe(moved));
