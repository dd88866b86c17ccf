// `npm run fuzz [-- <inputs per decoder>]`: the channel's decoders against far more random inputs than `npm test` takes.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './lib/root.ts';

const RUNS_DEFAULT = '100000';
const TESTS = 'packages/secure-channel/test/fuzz.test.ts';

const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project', 'unit', '--testTimeout=600000', TESTS],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, FUZZ_RUNS: process.argv[2] ?? RUNS_DEFAULT },
  },
);
process.exitCode = status ?? 1;
