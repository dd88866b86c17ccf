// `npm run bench:start`: how long `npm start` takes on data that are there already, after an end that was asked for (`again`) and after
// one that was not (`killed`). Median of five each, against five seconds.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopPostgres } from '@holdfast/postgres';
import { startProcess } from '../test/start-process.ts';
import { median } from './median.ts';

const ROUNDS = 5;
const BUDGET_MS = 5000;

const dataDir = mkdtempSync(join(tmpdir(), 'holdfast-bench-start-'));
chmodSync(dataDir, 0o711); // PostgreSQL's own user must get through when root runs it

/** Starts, ends by `signal`, and answers with the milliseconds until it was ready. */
async function startOnce(signal: 'SIGINT' | 'SIGKILL'): Promise<number> {
  const before = performance.now();
  const run = startProcess(dataDir, { PORT: '0' });
  await run.url;
  const tookMs = performance.now() - before;
  run.child.kill(signal);
  await run.exited;
  return tookMs;
}

try {
  for (const [name, signal] of [
    ['again', 'SIGINT'],
    ['killed', 'SIGKILL'],
  ] as const) {
    await startOnce(signal); // creates the data, and ends in the way that is measured
    const times: number[] = [];
    while (times.length < ROUNDS) times.push(await startOnce(signal));
    const ours = Math.round(median(times));
    const ratio = Number((BUDGET_MS / ours).toFixed(2));
    console.log(
      JSON.stringify({ bench: 'start', case: name, ratio, ours, reference: BUDGET_MS, unit: 'ms' }),
    );
  }
} finally {
  await stopPostgres(join(dataDir, 'postgres'));
  rmSync(dataDir, { recursive: true, force: true });
}
