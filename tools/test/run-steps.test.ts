import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { countCheck } from './count.ts';
import { runSteps, type Step } from './run-steps.ts';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-steps-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A step that ends when the file `until` exists, and then creates a file with its own name. */
function step(name: string, slots: Step['slots'], until?: string): Step {
  const wait = until === undefined ? 'true' : `fs.existsSync(${JSON.stringify(join(folder, until))})`;
  const program = `const end = () => ${wait} ? fs.writeFileSync(${JSON.stringify(join(folder, name))}, '') : setTimeout(end, 10); end();`;
  return { name, slots, command: ['node', '-e', program], count: countCheck };
}

test('what waits for the network runs beside what fills the cores, and what runs alone waits for both', async () => {
  const steps = [
    step('fetch', 0, 'go'),
    step('one', 1),
    step('two', 1),
    step('three', 1),
    step('alone', 'alone'),
    step('after', 1, 'alone'),
  ];
  const ended: string[] = [];
  const hadBegun: boolean[] = [];
  const results = await runSteps(steps, 2, ({ step: { name } }) => {
    ended.push(name);
    hadBegun.push(existsSync(join(folder, 'alone')));
    if (ended.length === 3) writeFileSync(join(folder, 'go'), '');
  });
  // Three steps ran in two slots while the first one still waited; the last one had not started.
  expect(new Set(ended.slice(0, 3))).toEqual(new Set(['one', 'two', 'three']));
  expect(ended.slice(3)).toEqual(['fetch', 'alone', 'after']);
  expect(hadBegun).toEqual([false, false, false, false, true, true]);
  expect(results.map(({ counts }) => counts.failed)).toEqual([0, 0, 0, 0, 0, 0]);
});

test('a step that fails, or cannot be started, is counted and stops nothing', async () => {
  const failing: Step = { ...step('fails', 1), command: ['node', '-e', 'process.exit(3)'] };
  const missing: Step = { ...step('missing', 1), command: ['holdfast-no-such-program'] };
  const results = await runSteps([failing, missing, step('after', 'alone')], 2, () => {});
  const failed = new Map(results.map(({ step: { name }, counts }) => [name, counts.failed]));
  expect(Object.fromEntries(failed)).toEqual({ fails: 1, missing: 1, after: 0 });
});
