import { expect, it } from 'vitest';
import { shortFailures, slowestLines } from './tell.ts';

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

it('tells each failure again at the end, cut short and without colours', () => {
  const failure = [
    'a.e2e.ts: fails',
    '\u001B[31mexpected\u001B[39m',
    ...Array.from({ length: 30 }, (_, n) => `line ${n}`),
  ];
  const [told = '', ...more] = shortFailures([
    { counts: { ...counts([]), failures: [failure.join('\n')] } },
    { counts: counts([]) },
  ]);
  expect(more).toEqual([]);
  expect(told.split('\n')).toEqual(['a.e2e.ts: fails', 'expected', ...failure.slice(2, 12)]);
});
