import { readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Case, Readers } from './cases.ts';

/** With these settings PostgreSQL writes of every statement how it was run, and what it read for it. */
export const EXPLAINING = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_nested_statements': 'on',
};

/** Makes each call once and prints what PostgreSQL wrote meanwhile: EXPLAIN (ANALYZE, BUFFERS) of all its statements. */
export async function explain(cases: readonly Case[], readers: Readers, logPath: string): Promise<void> {
  for (const { name, read } of cases) {
    await read(readers, 0); // plans and caches as in the measuring
    const from = statSync(logPath).size;
    await read(readers, 0);
    await sleep(500); // the log is written behind the answer
    const text = readFileSync(logPath).subarray(from).toString();
    console.error(`\nEXPLAIN ${name}\n${text}`);
  }
}
