import { stripVTControlCharacters } from 'node:util';
import { addCounts, type TestTime } from './count.ts';
import type { Result } from './run-steps.ts';

/** The output of a run of steps. Its last line is `N passed, N failed`. */

const SLOWEST = 10;
/** Of what a failed test or step said: enough for its message and where. */
const FAILURE_LINES = 12;

/** Prints the result of a step, and its whole output if it failed. */
export function tellStep({ step, counts, seconds, output }: Result): void {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} left out` : '';
  const verdict = counts.failed > 0 ? 'FAIL' : 'ok';
  const sums = `${counts.passed} passed, ${counts.failed} failed${skipped}`;
  console.log(
    `${verdict.padEnd(5)}${step.name.padEnd(12)}${sums.padEnd(40)}${seconds.toFixed(1).padStart(6)} s`,
  );
  if (counts.failed === 0) return;
  for (const failure of counts.failures) console.log(`\n${failure}`);
  console.log(`\n${output.trimEnd()}\n`);
}

/** The slowest tests of all steps, one a line, the slowest first. */
export function slowestLines(results: readonly Pick<Result, 'step' | 'counts'>[]): string[] {
  const all = results.flatMap(({ step, counts }) =>
    counts.times.map((time: TestTime) => ({ ...time, step: step.name })),
  );
  return all
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST)
    .map(({ name, ms, step }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${step.padEnd(12)}${name}`);
}

/**
 * What failed, each cut short: the first lines of what a test said, and the last ones of a step that names no test. It is told again at the end,
 * because who reads a long run from far away may get only its first and its last lines.
 */
export const shortFailures = (results: readonly Pick<Result, 'step' | 'counts' | 'output'>[]): string[] =>
  results
    .filter(({ counts }) => counts.failed > 0)
    .flatMap(({ step, counts: { failures }, output }) =>
      failures.length > 0
        ? failures.map((failure) => linesOf(failure).slice(0, FAILURE_LINES).join('\n'))
        : [[step.name, ...linesOf(output).slice(1 - FAILURE_LINES)].join('\n')],
    );

const linesOf = (text: string): string[] => stripVTControlCharacters(text).trimEnd().split('\n');

export function tellVerdict(results: readonly Result[], startedAt: number): void {
  console.log(`\nThe slowest tests:\n${slowestLines(results).join('\n')}`);
  for (const failure of shortFailures(results)) console.log(`\n${failure}`);
  const { passed, failed } = addCounts(results.map(({ counts }) => counts));
  console.log(`\n${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
