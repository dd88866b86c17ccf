import { expect, it } from 'vitest';
import { instantsOf, journalKindOf, movedBy, subjectOf } from './journal.rules.ts';

it.each([
  ['order.finish', 5n, 'purchase'],
  ['order.finish', -5n, 'sale'],
  ['order.lock', 0n, 'lock'],
  ['order.cancel', 0n, 'return'],
  ['listing.publish', 0n, 'publish'],
  ['order.split', -5n, 'ruling'],
  ['order.split', 0n, 'ruling'],
  ['order.split', 5n, 'ruling'],
  ['order.relock', 0n, 'relock'],
  ['order.hold-end', 0n, 'hold-end'],
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

it('takes the days of Taipei from the first to the end of the last', () => {
  expect(instantsOf({ from: '2026-02-28', to: '2026-03-01' })).toEqual({
    from: new Date('2026-02-27T16:00:00.000Z'),
    until: new Date('2026-03-01T16:00:00.000Z'),
  });
  expect(instantsOf({})).toEqual({ from: undefined, until: undefined });
});
