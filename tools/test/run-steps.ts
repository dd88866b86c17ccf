import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { COMPILE_CACHE } from '../lib/compile-cache.ts';
import { ROOT } from '../lib/root.ts';
import type { Counts } from './count.ts';

export type Step = {
  name: string;
  /** The program and its arguments; `{report}` stands for the file that the runner writes its JSON report to. */
  command: readonly [program: string, ...args: string[]];
  env?: Record<string, string>;
  /** How many of the runner's slots it takes: one; none if it hardly uses a core; `alone` waits for all of them. */
  slots: 0 | 1 | 'alone';
  count: (report: string | undefined, exitCode: number | null) => Counts;
};
export type Result = { step: Step; counts: Counts; seconds: number; output: string };

const REPORTS = join(ROOT, '.data', 'test-reports');
/** A step that hangs would block the others. The slowest takes a few minutes, on a busy machine many more. */
const STEP_TIMEOUT_MS = 30 * 60_000;
const PATH = [join(ROOT, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);

const readReport = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

function runStep(step: Step): Promise<Result> {
  const report = join(REPORTS, `${step.name.replaceAll(' ', '-')}.json`);
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const [program, ...args] = step.command.map((part) => part.replace('{report}', report));
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program ?? '', args, {
      cwd: ROOT,
      env: { ...COMPILE_CACHE, ...process.env, PATH, NO_COLOR: '1', FORCE_COLOR: undefined, ...step.env },
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: STEP_TIMEOUT_MS,
    });
    let output = '';
    const collect = (chunk: string): void => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.on('error', (error) => collect(`${error.message}\n`));
    child.on('close', (exitCode) => {
      const seconds = (performance.now() - startedAt) / 1000;
      resolve({ step, counts: step.count(readReport(report), exitCode), seconds, output });
    });
  });
}

/**
 * Runs the steps in order, as many at a time as fit into `slots`. A failed step does not stop the others. `tell` is called when a step
 * ends. Returns the results in the order in which the steps ended.
 */
export async function runSteps(
  steps: readonly Step[],
  slots: number,
  tell: (result: Result) => void,
): Promise<Result[]> {
  const results: Result[] = [];
  const running = new Map<Step, Promise<Result>>();
  const taken = (): number =>
    [...running.keys()].reduce((sum, step) => sum + (step.slots === 'alone' ? slots : step.slots), 0);
  const finishOne = async (): Promise<void> => {
    const result = await Promise.race(running.values());
    running.delete(result.step);
    results.push(result);
    tell(result);
  };
  const hasRoomFor = (step: Step): boolean =>
    step.slots === 'alone' ? running.size === 0 : taken() + step.slots <= slots;
  for (const step of steps) {
    while (!hasRoomFor(step)) await finishOne();
    running.set(step, runStep(step));
  }
  while (running.size > 0) await finishOne();
  return results;
}
