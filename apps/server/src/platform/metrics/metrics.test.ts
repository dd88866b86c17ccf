import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

const FINDINGS = 'holdfast_ledger_findings';

it('writes each metric with its help and type, and nothing for one that was never set', () => {
  const metrics = createMetrics();
  expect(metrics.text()).toBe('');
  metrics.set(FINDINGS, 2);
  expect(metrics.text()).toBe(
    '# HELP holdfast_ledger_findings What the last whole nightly reconciliation found wrong in the ledger, and what was found since.\n' +
      '# TYPE holdfast_ledger_findings gauge\n' +
      'holdfast_ledger_findings 2\n',
  );
});

it('keeps series apart by their labels, whatever their order, and escapes them', () => {
  const metrics = createMetrics();
  metrics.count(FINDINGS, { b: '2', a: 'x"y\\z\n' });
  metrics.count(FINDINGS, { a: 'x"y\\z\n', b: '2' }, 4);
  expect(metrics.text()).toContain('holdfast_ledger_findings{a="x\\"y\\\\z\\n",b="2"} 5\n');
});

it('refuses a name that nobody has described', () => {
  expect(() => createMetrics().set('holdfast_other', 1)).toThrow('is no known metric');
});
