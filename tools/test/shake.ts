// `npm run test:shake -- <db|unit|screen|browser> [file ...] [--every <ms>] [--longest <ms>]`: runs the same tests while their processes
// (runner, server, PostgreSQL's backends, browser) are paused at random. A test that fails only here is flaky: the test or the product
// waits for time instead of an event.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../lib/root.ts';
import { StartError } from '../lib/start-error.ts';
import { shake } from './shaker.ts';

const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const E2E = join(ROOT, 'tools', 'test', 'e2e.ts');
const vitest = (project: string) => [
  VITEST,
  'run',
  `--project=${project}`,
  '--maxWorkers=1',
  '--reporter=dot',
];
const KINDS: Readonly<Record<string, readonly string[]>> = {
  db: vitest('db'),
  unit: vitest('unit'),
  screen: vitest('screen'),
  browser: [E2E, '--reporter=dot'],
};

const { values, positionals } = parseArgs({
  options: { every: { type: 'string', default: '40' }, longest: { type: 'string', default: '400' } },
  allowPositionals: true,
});
const [kind = '', ...files] = positionals;
const run = KINDS[kind];
if (run === undefined) throw new StartError(`say which tests: ${Object.keys(KINDS).join(', ')}`);
if (process.platform !== 'linux') throw new StartError('only Linux says here which processes there are');

const child = spawn(process.execPath, [...run, ...files], { cwd: ROOT, stdio: 'inherit' });
const end = shake(child.pid ?? 0, { everyMs: Number(values.every), longestMs: Number(values.longest) });
// A process that is paused when this ends would stay paused.
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => {
    end();
    child.kill(name);
  });
}
const [exitCode] = (await once(child, 'exit')) as [number | null];
console.log(`\nstopped ${end()} times, for up to ${values.longest} ms each`);
process.exitCode = exitCode ?? 1;
