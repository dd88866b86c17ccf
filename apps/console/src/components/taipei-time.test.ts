import { expect, it } from 'vitest';
import { instantOf } from './taipei-time.ts';

it.each([
  ['2026-11-22T08:30', '2026-11-22T00:30:00.000Z'],
  ['2027-01-01T07:59', '2026-12-31T23:59:00.000Z'],
  ['', undefined],
  ['2026-11-22', undefined],
  ['2026-13-40T10:00', undefined],
])('%s of Taipei is %s', (local, instant) => expect(instantOf(local)).toBe(instant));
