import { expect, it } from 'vitest';
import { slowestLines } from './tell.ts';

const result = (name: string, times: { name: string; ms: number }[]) => ({
  step: { name, command: ['true'] as const, slots: 1 as const, count: () => counts([]) },
  counts: counts(times),
});
const counts = (times: { name: string; ms: number }[]) => ({
  passed: times.length,
  failed: 0,
  skipped: 0,
  failures: [],
  times,
});

it('shows the ten slowest tests of all steps together, the slowest first', () => {
  const quick = Array.from({ length: 12 }, (_, n) => ({ name: `quick ${n}`, ms: n }));
  const lines = slowestLines([
    result('unit', quick),
    result('browser', [{ name: 'slow', ms: 18_340 }]),
    result('lint', []),
  ]);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('  18.3 s  browser     slow');
  expect(lines.at(-1)).toContain('quick 3');
});
