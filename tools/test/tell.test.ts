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

const failed = (failures: string[], output = '') => ({
  ...result('lint', []),
  counts: { ...counts([]), failed: 1, failures },
  output,
});

it('tells the beginning of each failed test again at the end, without colours', () => {
  const failure = [
    'a.e2e.ts: fails',
    '\u001B[31mexpected\u001B[39m',
    ...Array.from({ length: 30 }, (_, n) => `line ${n}`),
  ];
  const [told = '', ...more] = shortFailures([
    failed([failure.join('\n')]),
    { ...result('unit', []), output: '' },
  ]);
  expect(more).toEqual([]);
  expect(told.split('\n')).toEqual(['a.e2e.ts: fails', 'expected', ...failure.slice(2, 12)]);
});

it('tells the end of a step that failed without a test', () => {
  const output = Array.from({ length: 30 }, (_, n) => `line ${n}`);
  const [told = ''] = shortFailures([failed([], `${output.join('\n')}\n`)]);
  expect(told.split('\n')).toEqual(['lint', ...output.slice(-11)]);
});
