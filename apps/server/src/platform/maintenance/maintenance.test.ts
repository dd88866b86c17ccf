import { expect, it } from 'vitest';
import { parseMaintenance } from './maintenance.ts';

const now = new Date('2026-01-01T00:00:00Z');
const later = '2026-01-01T02:00:00Z';

it.each([
  ['off', undefined, 'off'],
  [later, undefined, { from: now, until: new Date(later) }],
  [later, '2026-01-01T01:00:00Z', { from: new Date('2026-01-01T01:00:00Z'), until: new Date(later) }],
  [later, '2026-01-01T03:00:00Z', undefined],
  ['2025-12-31T00:00:00Z', '2025-12-30T00:00:00Z', undefined],
  ['soon', undefined, undefined],
  ['', undefined, undefined],
])('reads until %s from %s', (until, from, expected) => {
  expect(parseMaintenance(until, from, now)).toEqual(expected);
});
